/** Threads that compute for long, where cores are scarce: who waits for an answer goes first. */
import { existsSync, readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/** Nice values: a third of the share that others have, and the end of the scale. */
const GIVES_WAY = 5
const LEAST_PRIORITY = 19

/**
 * The calling thread from now on, and those that it starts. Linux lets a thread alone give way, by its own number; other
 * systems know the priority of the whole process only, which stays.
 */
export function giveWay(): void {
  const own = '/proc/thread-self'
  if (process.platform !== 'linux' || !existsSync(own)) return
  const thread = Number(basename(readlinkSync(own)))
  setPriority(thread, Math.min(LEAST_PRIORITY, getPriority(thread) + GIVES_WAY))
}
