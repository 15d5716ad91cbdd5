/** Writes files with data that only the current user can read. */
import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a temporary file and renames it, so that an existing file with wider permissions is replaced. */
export async function writePrivately(file: string, content: string | Uint8Array): Promise<void> {
  const aside = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    await writeFile(aside, content, { mode: 0o600, flag: 'wx' })
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
