/**
 * Returns memory of an idle process to the system. V8 keeps the young generation of a busy time, about 100 MB after a
 * start, until further collections, which an idle process reaches after minutes or never.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createLoop, type Heartbeats, type Loop } from '../core/heartbeat.ts'
import type { Log } from '../core/log.ts'

const LOOK_MS = 2_000
/** Maximum share of one processor that an idle process uses. */
const IDLE_SHARE_MAX = 0.1
/** Unused memory of the heap that an idle process may keep. */
const UNUSED_BYTES_MAX = 32 * 1024 * 1024

/** Use of a process since the previous check. */
export interface ProcessUse {
  readonly milliseconds: number
  readonly processorMilliseconds: number
  readonly heapTotal: number
  readonly heapUsed: number
}

/** Whether the process is idle and its heap contains much unused memory. */
export const shouldCollect = ({ milliseconds, processorMilliseconds, heapTotal, heapUsed }: ProcessUse): boolean =>
  processorMilliseconds < IDLE_SHARE_MAX * milliseconds && heapTotal - heapUsed > UNUSED_BYTES_MAX

/** Creates a loop that collects garbage of an idle process. */
export function createIdleMemoryLoop(heartbeats: Heartbeats, log: Pick<Log, 'warn'>): Loop {
  const collect = createMinorCollection()
  let since = performance.now()
  let processor = process.cpuUsage()
  return createLoop(heartbeats, {
    name: 'idle memory',
    everyMs: LOOK_MS,
    stallMs: 60 * LOOK_MS,
    turn: async () => {
      const [now, { user, system }] = [performance.now(), process.cpuUsage(processor)]
      const use = { milliseconds: now - since, processorMilliseconds: (user + system) / 1_000 }
      since = now
      processor = process.cpuUsage()
      if (shouldCollect({ ...use, ...process.memoryUsage() })) collect()
    },
    failed: (error) => log.warn({ error: error.message }, "couldn't release memory"),
  })
}

/**
 * Creates a function that collects the young generation, which needs about two milliseconds. V8 also shrinks the young
 * generation if little was allocated since the previous collection. V8 exposes the function in contexts that are created
 * while a flag is set, so the global scope doesn't get it.
 */
export function createMinorCollection(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'minor' })
}
