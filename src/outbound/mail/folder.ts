/** Email of an installation without a mail server: one file per message, which mail programs can open. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, OutboxMessage } from '../../core/mail.ts'
import { compose } from './compose.ts'
import { readMessage } from './read.ts'

/** Time of writing, a random value, and the ID of the organization, if the message concerns one. */
const NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z-[0-9a-f]{8}(?:-([0-9a-f-]{36}))?\.eml$/

export function openFolderMail(folder: string, from: string): Mail {
  return {
    async send(message, of) {
      const composed = compose(from, message)
      // Loaded on demand, because it takes longer to load than the rest of a command.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const made = await transport.sendMail(composed)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const at = new Date().toISOString().replaceAll(/[:.]/g, '-')
      const name = [at, randomBytes(4).toString('hex'), ...(of === undefined ? [] : [of])].join('-')
      const aside = join(folder, `.${name}`)
      try {
        await writeFile(aside, made.message, { mode: 0o600, flag: 'wx' })
        await rename(aside, join(folder, `${name}.eml`))
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    outbox: {
      async list(of, { limit, offset }) {
        // File names suffice for the selection, so that only the shown messages are read.
        const names = (await namesIn(folder)).filter((name) => NAME.exec(name)?.[6] === of)
        const wanted = names
          .sort()
          .reverse()
          .slice(offset, offset + limit)
        const messages = await Promise.all(wanted.map((name) => read(folder, name)))
        return { total: names.length, messages: messages.filter((message) => message !== undefined) }
      },
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** @returns undefined if the file was deleted since */
async function read(folder: string, name: string): Promise<OutboxMessage | undefined> {
  const [, day, hours, minutes, seconds, milliseconds] = NAME.exec(name) ?? []
  try {
    const message = readMessage(await readFile(join(folder, name), 'latin1'))
    return {
      ...message,
      id: name.slice(0, -'.eml'.length),
      at: new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`),
    }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
