/**
 * Free disk space of the data folder. The embedded PostgreSQL ends if it can't write its log, so writes are rejected
 * before the disk is full. Other programs can still fill the disk. Therefore a file of random bytes reserves space. It
 * is deleted when the database has to be opened on a full disk, because recovery needs space before the first read.
 */
import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull } from '../../core/exhaustion.ts'

const MEGABYTE = 1024 * 1024
/** Cache duration of the free space. Reading it costs some microseconds. */
const LOOK_MS = 250
/** Size of the reserved space: two segments of PostgreSQL's log. Recovery creates one. */
const BALLAST_BYTES = 32 * MEGABYTE
export const BALLAST = 'reserve'

export interface DiskSpace {
  freeBytes(): number
  /** Whether the free space is below the reserve. */
  isFull(): boolean
  /** @throws AppError `disk_full` */
  demand(): void
  /** Writes the file that reserves space, if it is missing and there is space for it. */
  keepBallast(): Promise<void>
  releaseBallast(): Promise<void>
}

/** @param reserveMegabytes minimum free space; with 0, nothing is rejected and no space is reserved */
export function watchDisk(folder: string, reserveMegabytes: number): DiskSpace {
  const ballast = join(folder, BALLAST)
  let lookedAt = Number.NEGATIVE_INFINITY
  let free = Number.POSITIVE_INFINITY
  const measureFreeSpace = () => {
    const { bavail, bsize } = statfsSync(folder)
    lookedAt = performance.now()
    free = bavail * bsize
    return free
  }
  const isFull = () => {
    if (reserveMegabytes === 0) return false
    if (performance.now() - lookedAt > LOOK_MS) measureFreeSpace()
    return free < reserveMegabytes * MEGABYTE
  }
  return {
    freeBytes: measureFreeSpace,
    isFull,
    demand() {
      if (isFull()) throw diskFull()
    },
    async keepBallast() {
      if (reserveMegabytes === 0 || measureFreeSpace() < reserveMegabytes * MEGABYTE + 2 * BALLAST_BYTES) return
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
      measureFreeSpace()
    },
  }
}
