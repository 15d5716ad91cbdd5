/** Mail of an installation without a mail server: one file a message, which every mail program opens. */
import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '../core/mail.ts'
import { compose } from './mail-compose.ts'

export function openFolderMail(folder: string, from: string): Mail {
  return {
    async send(message) {
      const composed = compose(from, message)
      // Loaded when there is mail: it takes longer to load than everything else a command does.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const made = await transport.sendMail(composed)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
      const aside = join(folder, `.${name}`)
      try {
        await writeFile(aside, made.message, { mode: 0o600, flag: 'wx' })
        await rename(aside, join(folder, `${name}.eml`))
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
  }
}
