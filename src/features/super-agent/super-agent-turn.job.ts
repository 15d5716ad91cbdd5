import { z } from 'zod'
import { defineJob, type JobContext } from '../../core/jobs.ts'
import { endRun } from './keep.ts'
import { type RunRef, selectRun } from './queries-runs.ts'
import { advance, TOOK_TOO_LONG } from './run.ts'

/** Longest time that a run works at one go. */
const RUN_MS = 300_000
/** Between two looks whether it is still wanted. */
const WATCH_MS = 1_000

const WENT_WRONG = 'The run was ended: something went wrong inside. Send the message again.'

/**
 * Works on a message until it is answered. There is one for each run, and a session has one run at a time. Tried again
 * after a crash, it goes on where the run stands.
 */
export const superAgentTurn = defineJob({
  id: 'super_agent_turn',
  input: z.object({ session_id: z.guid(), run_id: z.guid() }),
  retries: 3,
  timeout: RUN_MS / 1_000 + 30,
  handle: ({ session_id, run_id }, ctx) => work(ctx, { sessionId: session_id, runId: run_id }),
  async failed({ session_id, run_id }, ctx) {
    await endRun(ctx, { sessionId: session_id, runId: run_id }, { status: 'failed', text: WENT_WRONG })
  },
})

export async function work(
  ctx: JobContext,
  run: RunRef,
  { runMs = RUN_MS, watchMs = WATCH_MS }: { runMs?: number; watchMs?: number } = {},
): Promise<void> {
  const unwanted = new AbortController()
  const time = AbortSignal.timeout(runMs)
  const signal = AbortSignal.any([ctx.signal, unwanted.signal, time])
  const watching = setInterval(() => {
    selectRun(ctx.db, ctx.org, run).then(
      (standing) => {
        if (standing === undefined) unwanted.abort(new Error('The run is not wanted any more.'))
      },
      (error: Error) => ctx.log.warn({ error: error.message }, 'a run of the super agent was not looked after'),
    )
  }, watchMs)
  try {
    while (!signal.aborted && (await advance({ ...ctx, signal }, run))) {}
    signal.throwIfAborted()
  } catch (error) {
    // Another process, or this one later, goes on.
    ctx.signal.throwIfAborted()
    if (unwanted.signal.aborted) return
    if (!time.aborted) throw error
    await endRun(ctx, run, { status: 'failed', text: TOOK_TOO_LONG })
  } finally {
    clearInterval(watching)
  }
}
