/**
 * A lock on a file that the kernel gives back when the process dies, however it dies: SQLite's exclusive transaction
 * on an empty database. Node offers no flock, and a lock made of a file and a process id can be stale.
 */
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

/** Takes the lock at once or not at all (`undefined`). */
export function lockFile(path: string): FileLock | undefined {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma busy_timeout = 0; begin exclusive')
  } catch {
    database.close()
    return undefined
  }
  return { release: () => database.close() }
}
