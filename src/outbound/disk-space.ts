/**
 * Free space where the data folder is. PostgreSQL inside the process ends when it can't write its log, so writes are
 * refused before the disk is full. Something else may fill it all the same. So a file of random bytes is kept, and deleted
 * when the database has to be opened on a full disk: recovery needs some space before it answers a single read.
 */
import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull } from '../core/exhaustion.ts'

const MEGABYTE = 1024 * 1024
/** A look costs some microseconds. */
const LOOK_MS = 250
/** Two segments of PostgreSQL's log, of which recovery begins one. */
const BALLAST_BYTES = 32 * MEGABYTE
export const BALLAST = 'reserve'

export interface DiskSpace {
  freeBytes(): number
  /** Whether less is free than is kept back. */
  isFull(): boolean
  /** @throws AppError `disk_full` */
  demand(): void
  /** Writes the file that keeps space back, when it is missing and there is room for it. */
  keepBallast(): Promise<void>
  releaseBallast(): Promise<void>
}

/** @param reserveMegabytes kept back; 0: nothing is refused, and no space is kept */
export function watchDisk(folder: string, reserveMegabytes: number): DiskSpace {
  const ballast = join(folder, BALLAST)
  let lookedAt = Number.NEGATIVE_INFINITY
  let free = Number.POSITIVE_INFINITY
  const look = () => {
    const { bavail, bsize } = statfsSync(folder)
    lookedAt = performance.now()
    free = bavail * bsize
    return free
  }
  const isFull = () => {
    if (reserveMegabytes === 0) return false
    if (performance.now() - lookedAt > LOOK_MS) look()
    return free < reserveMegabytes * MEGABYTE
  }
  return {
    freeBytes: look,
    isFull,
    demand() {
      if (isFull()) throw diskFull()
    },
    async keepBallast() {
      if (reserveMegabytes === 0 || look() < reserveMegabytes * MEGABYTE + 2 * BALLAST_BYTES) return
      if ((await stat(ballast).catch(() => undefined)) !== undefined) return
      const aside = `${ballast}.part`
      const file = await open(aside, 'w', 0o600)
      try {
        for (let at = 0; at < BALLAST_BYTES; at += MEGABYTE) await file.write(randomBytes(MEGABYTE))
      } finally {
        await file.close()
      }
      await rename(aside, ballast)
    },
    async releaseBallast() {
      for (const path of [ballast, `${ballast}.part`]) await rm(path, { force: true })
      look()
    },
  }
}
