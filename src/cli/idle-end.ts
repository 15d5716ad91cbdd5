/** Ends a worker that has nothing to do, so that an orchestrator that starts workers for waiting jobs needs no idle ones. */
import { createLoop, type Heartbeats, type Loop } from '../core/heartbeat.ts'
import type { JobRunner } from '../core/jobs.ts'
import type { Log } from '../core/log.ts'
import { UsageError } from './usage-error.ts'

const LOOK_MS = 500

/** @throws UsageError unless it is a whole number of seconds from 1 */
export function parseIdleSeconds(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError('`--until-idle` must be a whole number of seconds from 1, such as 60.')
}

/** Creates a loop that calls `end` once when the runner had no work for so many seconds. */
export function createIdleEndLoop(
  { heartbeats, runner }: { readonly heartbeats: Heartbeats; readonly runner: Pick<JobRunner, 'idleSeconds'> },
  seconds: number,
  log: Pick<Log, 'info' | 'warn'>,
  end = () => void process.kill(process.pid, 'SIGTERM'),
): Loop {
  let isEnding = false
  return createLoop(heartbeats, {
    name: 'idle end',
    everyMs: LOOK_MS,
    stallMs: 60 * LOOK_MS,
    turn: async () => {
      if (isEnding || runner.idleSeconds() < seconds) return
      isEnding = true
      log.info({ seconds }, 'no jobs; ending')
      end()
    },
    failed: (error) => log.warn({ error: error.message }, "couldn't check for idleness"),
  })
}
