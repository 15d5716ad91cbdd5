/**
 * Folder for the databases of a test run. It is in memory if there is enough: the databases of a run write gigabytes, and
 * tests wait while the disk is busy.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** File system in memory on Linux. Containers often have a small one. */
const MEMORY = '/dev/shm'
/** Free memory that a run requires: each database grows to about a gigabyte. */
const FREE_BYTES_MIN = 6 * 1024 ** 3
/** Followed by the ID of the process, which tells whether the run is over. */
const PREFIX = 'parley-tests-'

export async function makeRunFolder(): Promise<string> {
  if (!hasMemory()) return await mkdtemp(join(tmpdir(), 'parley-engine-'))
  removeEnded()
  const folder = join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function hasMemory(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < FREE_BYTES_MIN) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= FREE_BYTES_MIN
  } catch {
    return false
  }
}

/** A run that was killed leaves its folder behind, which would occupy memory until the machine restarts. */
function removeEnded(): void {
  for (const name of readdirSync(MEMORY)) {
    const isEnded = name.startsWith(PREFIX) && !existsSync(join('/proc', name.slice(PREFIX.length)))
    if (isEnded) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
