/** Data folders for processes that tests start. */
import { cp, mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { testDatabase } from './test-database.ts'

/**
 * A new one that knows of nobody, with its database made and migrated: that takes a process most of its first start, and
 * is not what is tested. Whoever asked for it removes it.
 */
export async function madeDataFolder(name: string): Promise<string> {
  const made = (await testDatabase()).database
  if (made === undefined) throw new Error('Data folders hold a database in runs on the embedded one alone.')
  // The folder of the run contains `made/database`.
  const folder = await mkdtemp(join(dirname(dirname(made)), `parley-${name}-`))
  await cp(made, join(folder, 'database'), { recursive: true })
  return folder
}
