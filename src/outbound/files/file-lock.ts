/**
 * File lock that the kernel releases when the process dies for any reason: SQLite's exclusive transaction on an empty
 * database. Node.js has no flock, and a lock file with a process ID can be stale.
 */
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

/** SQLite error code if another process has the lock (SQLITE_BUSY). */
const BUSY = 5

/**
 * Takes the lock without waiting. Returns `undefined` if another process has it. @throws Error if the file can't be
 * used
 */
export function lockFile(path: string): FileLock | undefined {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw error
  }
  return { release: () => database.close() }
}
