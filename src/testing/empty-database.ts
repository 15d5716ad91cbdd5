/** Folders with an empty embedded database, for tests that open PGlite themselves. Copying one takes a tenth of `initdb`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../outbound/database/new-database.ts'

/** @returns its path, and a function that removes it */
export async function makeEmptyDatabase(): Promise<{ readonly dataDir: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-empty-'))
  const dataDir = join(folder, 'database')
  await createDatabase(dataDir)
  return { dataDir, remove: () => rm(folder, { recursive: true, force: true }) }
}
