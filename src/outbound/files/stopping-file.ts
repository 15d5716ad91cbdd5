/**
 * File of a data folder whose owner is stopping. Its database still responds for up to 28 seconds, but other processes
 * must not join it.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const STOPPING_FILE = 'stopping'

export const isStopping = (dataDir: string): boolean => existsSync(join(dataDir, STOPPING_FILE))

/** @throws Error if the file can't be written */
export function writeStopping(dataDir: string): void {
  writeFileSync(join(dataDir, STOPPING_FILE), '', { mode: 0o600 })
}

export function removeStopping(dataDir: string): void {
  rmSync(join(dataDir, STOPPING_FILE), { force: true })
}
