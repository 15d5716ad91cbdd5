/** Files with data, which only who runs the command may read. */
import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/** Written aside and renamed: a file of that name that others could read is replaced, not written into. */
export async function writePrivately(file: string, content: string): Promise<void> {
  const aside = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    await writeFile(aside, content, { mode: 0o600, flag: 'wx' })
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
