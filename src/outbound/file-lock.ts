/**
 * A lock on a file that the kernel gives back when the process dies, however it dies: SQLite's exclusive transaction
 * on an empty database. Node offers no flock, and a lock made of a file and a process id can be stale.
 */
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

/** What SQLite answers when somebody else has the lock (SQLITE_BUSY). */
const BUSY = 5

/** Takes the lock at once or not at all (`undefined`). @throws Error when the file cannot be used. */
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
