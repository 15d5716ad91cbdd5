/** Lowers the priority of threads with long computations, so that threads that serve requests run first. */
import { existsSync, readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/** Nice values: a third of the CPU share of normal threads, and the minimum. */
const GIVES_WAY = 5
const LEAST_PRIORITY = 19

/**
 * Lowers the priority of the calling thread and of threads that it starts. Linux supports this per thread; other
 * systems have one priority per process, which isn't changed.
 */
export function lowerThreadPriority(): void {
  const own = '/proc/thread-self'
  if (process.platform !== 'linux' || !existsSync(own)) return
  const thread = Number(basename(readlinkSync(own)))
  setPriority(thread, Math.min(LEAST_PRIORITY, getPriority(thread) + GIVES_WAY))
}
