import { z } from 'zod'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { failInsight, type InsightRunRef, runNextPart } from './run.ts'

/** Evaluates a part of an insight, then schedules the rest as another job, so that other jobs can run in between. */
export const runInsight = defineJob({
  id: 'run_insight',
  input: z.object({ id: z.guid(), ticket: z.int() }),
  // Each crash of a process uses a retry. Retries of an unavailable model are counted separately.
  retries: 20,
  // Longer than a turn, because a model call can start shortly before the turn ends.
  timeout: 1_800,
  handle: (run, ctx) => runNextPart(ctx, run, next(ctx, run)),
  failed: (run, ctx) => failInsight(ctx, run),
})

/** Schedules the next turn, optionally with a delay. */
const next =
  (ctx: JobContext, { id, ticket }: InsightRunRef) =>
  (tx: Parameters<JobContext['jobs']['add']>[0], startAfter?: Date): Promise<void> =>
    ctx.jobs.add(tx, ctx.org, runInsight, { id, ticket: ticket + 1 }, startAfter === undefined ? {} : { startAfter })
