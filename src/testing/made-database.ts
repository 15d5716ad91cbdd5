/** Embedded databases that are made and migrated once, to be copied: a first start spends most of its time on that. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from '../app.ts'
import { readConfig } from '../core/config.ts'
import { createLog } from '../core/log.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Databases of earlier runs. One needs about 60 MB. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'test-databases')

/** Opens the app with settings of the environment. */
export const openWith = async (environment: Readonly<Record<string, string>>): Promise<App> =>
  (await import('../app.ts')).openApp(readConfig({ LOG_LEVEL: 'warn', ...environment }), createLog('warn'))

/**
 * Makes a data folder with all migrations. The database of an earlier run is copied if nothing has changed of what makes
 * one: the migrations, the code of the database and of its queues, the packages, and the secret.
 * @param secret SECRET of the services that get a copy
 * @returns the folder of its database
 */
export async function makeDatabase(folder: string, secret: string): Promise<string> {
  const database = join(folder, 'database')
  const key = await cacheKey(secret)
  const kept = join(CACHE, key)
  if (existsSync(kept)) {
    await cp(kept, database, { recursive: true })
    return database
  }
  const app = await openWith({ DATA_DIR: folder, SECRET: secret })
  await app.close()
  await keep(database, kept, prefixOf(secret))
  return database
}

async function cacheKey(secret: string): Promise<string> {
  const hash = createHash('sha256')
  const folders = ['migrations', 'src/outbound/database', 'src/outbound/jobs'].map((name) => join(ROOT, name))
  const entries = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
  const files = entries.flat().filter((entry) => entry.isFile())
  const paths = [...files.map(({ parentPath, name }) => join(parentPath, name)), join(ROOT, 'package-lock.json')]
  for (const path of paths.sort()) hash.update(`\0${path}\0`).update(await readFile(path))
  return `${prefixOf(secret)}${hash.digest('hex').slice(0, 16)}`
}

/** Tests and benchmarks have different secrets, and keep a database each. */
const prefixOf = (secret: string) => `${createHash('sha256').update(secret).digest('hex').slice(0, 4)}.`

/** Moved to its place as a whole, since another run may look for it meanwhile, or bring the same. */
async function keep(database: string, kept: string, prefix: string): Promise<void> {
  const aside = `${kept}-${process.pid}`
  await mkdir(CACHE, { recursive: true })
  // Not the ones that other runs just copy.
  const outdated = (await readdir(CACHE)).filter((name) => name.startsWith(prefix) && !name.includes('-'))
  for (const name of outdated) await rm(join(CACHE, name), { recursive: true, force: true })
  await cp(database, aside, { recursive: true })
  try {
    await rename(aside, kept)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    if (!existsSync(kept)) throw error
  }
}
