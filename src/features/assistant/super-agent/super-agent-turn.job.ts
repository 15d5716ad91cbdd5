import { z } from 'zod'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { type SuperAgentRunRef, selectRun } from './queries-runs.ts'
import { advance, TOOK_TOO_LONG } from './run.ts'
import { endRun } from './run-store.ts'

/** Maximum duration of a run in milliseconds. */
const RUN_MS = 300_000
/** Interval in milliseconds for checking whether the run was cancelled. */
const WATCH_MS = 1_000

const WENT_WRONG = 'The run ended because of an internal error. Send the message again.'

/**
 * Processes a message until it is answered. Each run has one job, and a session has one run at a time. A retry after a
 * crash continues the run.
 */
export const superAgentTurn = defineJob({
  id: 'super_agent_turn',
  input: z.object({ session_id: z.guid(), run_id: z.guid() }),
  retries: 3,
  timeout: RUN_MS / 1_000 + 30,
  handle: ({ session_id, run_id }, ctx) => runSuperAgentTurn(ctx, { sessionId: session_id, runId: run_id }),
  async failed({ session_id, run_id }, ctx) {
    await endRun(ctx, { sessionId: session_id, runId: run_id }, { status: 'failed', text: WENT_WRONG })
  },
})

export async function runSuperAgentTurn(
  ctx: JobContext,
  run: SuperAgentRunRef,
  { runMs = RUN_MS, watchMs = WATCH_MS }: { runMs?: number; watchMs?: number } = {},
): Promise<void> {
  const unwanted = new AbortController()
  const time = AbortSignal.timeout(runMs)
  const signal = AbortSignal.any([ctx.signal, unwanted.signal, time])
  const watching = setInterval(() => {
    selectRun(ctx.db, ctx.org, run).then(
      (standing) => {
        if (standing === undefined) unwanted.abort(new Error('The run is no longer active.'))
      },
      (error: Error) => ctx.log.warn({ error: error.message }, 'a run of the super agent was not looked after'),
    )
  }, watchMs)
  try {
    while (!signal.aborted && (await advance({ ...ctx, signal }, run))) {}
    signal.throwIfAborted()
  } catch (error) {
    // The run continues later, on this or another process.
    ctx.signal.throwIfAborted()
    if (unwanted.signal.aborted) return
    if (!time.aborted) throw error
    await endRun(ctx, run, { status: 'failed', text: TOOK_TOO_LONG })
  } finally {
    clearInterval(watching)
  }
}
