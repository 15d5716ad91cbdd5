/** The secret of an installation that was given none: made once, kept in the data folder, readable by its owner only. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function loadSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret')
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined && kept.trim().length >= 32) return kept.trim()
  // Written aside and linked into place, so that of two processes starting at once both use the first one's, whole.
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(aside, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
