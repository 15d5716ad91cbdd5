/** Embedded databases that are made and migrated once, to be copied: a first start spends most of its time on that. */
import { join } from 'node:path'
import type { App } from '../app.ts'
import { readConfig } from '../core/config.ts'
import { createLog } from '../core/log.ts'

/** Opens the app with settings of the environment. */
export const openWith = async (environment: Readonly<Record<string, string>>): Promise<App> =>
  (await import('../app.ts')).openApp(readConfig({ LOG_LEVEL: 'warn', ...environment }), createLog('warn'))

/**
 * Makes a data folder with all migrations.
 * @param secret SECRET of the services that get a copy
 * @returns the folder of its database
 */
export async function makeDatabase(folder: string, secret: string): Promise<string> {
  const app = await openWith({ DATA_DIR: folder, SECRET: secret })
  await app.close()
  return join(folder, 'database')
}
