import { defineJob } from '../../../core/jobs.ts'
import { clearOldAnnouncements } from '../source-recordings/index.ts'
import { CLEANUP_EVERY_MS, cleanUpDeliveriesKind, KEPT_MS } from './cleanup.ts'
import { deleteOldDeliveries, planCleanup } from './queries.ts'

/** Deletes old deliveries of a source, once a day while there are any. */
export const cleanUpSourceDeliveries = defineJob({
  ...cleanUpDeliveriesKind,
  async handle({ sourceId }, ctx) {
    await ctx.transactUnaudited(async (tx) => {
      const now = ctx.clock.now()
      const before = new Date(now.getTime() - KEPT_MS)
      await clearOldAnnouncements(tx, ctx.org, sourceId, before)
      const isLeft = await deleteOldDeliveries(tx, ctx.org, sourceId, before)
      const next = isLeft ? new Date(now.getTime() + CLEANUP_EVERY_MS) : null
      const isPlanned = await planCleanup(tx, ctx.org, sourceId, { at: next, lostBefore: undefined })
      if (isPlanned && next !== null) {
        await ctx.jobs.add(tx, ctx.org, cleanUpDeliveriesKind, { sourceId }, { startAfter: next })
      }
    })
  },
})
