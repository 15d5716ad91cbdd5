import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'
import { endErasure, selectErasure } from './queries.ts'
import { STAGES, toErasing } from './stages.ts'

/** Erases a person, stage by stage. Continues after the last committed step of an interrupted run. */
export const erasePersonJob = defineJob({
  id: 'erase_person',
  input: z.object({ id: z.guid() }),
  retries: 12,
  timeout: 3_600,
  async handle({ id }, ctx) {
    const row = await selectErasure(ctx.db, ctx.org, id)
    const erasing = row?.status === 'pending' ? toErasing(row) : undefined
    if (row === undefined || erasing === undefined) return
    const first = Math.max(
      STAGES.findIndex(({ place }) => place === row.place),
      0,
    )
    let cursor = row.cursor_key ?? undefined
    for (const stage of STAGES.slice(first)) {
      for (;;) {
        ctx.signal.throwIfAborted()
        const next = await stage.step(ctx, erasing, cursor)
        cursor = next === undefined ? undefined : [...next]
        if (next === undefined) break
      }
    }
    await ctx.transact((tx) => endErasure(tx, ctx.org, id, 'finished', ctx.clock.now()))
  },
  async failed({ id }, ctx) {
    await ctx.transact((tx) => endErasure(tx, ctx.org, id, 'failed', ctx.clock.now()))
  },
})
