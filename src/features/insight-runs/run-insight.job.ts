import { z } from 'zod'
import { defineJob, type JobContext } from '../../core/jobs.ts'
import { failInsight, type RunRef, work } from './run.ts'

/** Takes a turn at an insight; what is left then is another job, so that others get theirs. */
export const runInsight = defineJob({
  id: 'run_insight',
  input: z.object({ id: z.guid(), ticket: z.int() }),
  // A process that ends in the middle costs a try; a model that is away is waited for by itself, not by these.
  retries: 20,
  // Of a turn: a language model may be asked when its time is nearly over, and takes its own.
  timeout: 1_800,
  handle: (run, ctx) => work(ctx, run, next(ctx, run)),
  failed: (run, ctx) => failInsight(ctx, run),
})

/** How a turn hands on to the next, which may have to wait. */
const next =
  (ctx: JobContext, { id, ticket }: RunRef) =>
  (tx: Parameters<JobContext['jobs']['add']>[0], startAfter?: Date): Promise<void> =>
    ctx.jobs.add(tx, ctx.org, runInsight, { id, ticket: ticket + 1 }, startAfter === undefined ? {} : { startAfter })
