/**
 * Generated secret of an installation without a configured one. It is stored in the data folder, readable only by its
 * owner.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function loadSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret')
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined && kept.trim().length >= 32) return kept.trim()
  // Written to a temporary file and linked. If two processes start at the same time, both use the complete secret of
  // the first.
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
