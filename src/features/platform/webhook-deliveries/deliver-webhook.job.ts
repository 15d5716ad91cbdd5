import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../../core/clock.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { deliverWebhookKind } from '../webhooks/index.ts'
import { attempt, type ChatPost, type DueDelivery } from './attempt.ts'
import { decideVerdict, disabledBy, KEPT_MS, wakeAt } from './model.ts'
import {
  claimRun,
  type DeliveryRun,
  deleteOldDeliveries,
  disable,
  endRun,
  insertAttempt,
  lockDelivery,
  lockRun,
  lockStanding,
  selectDue,
  selectOutlook,
  updateFailingSince,
  updateVerdict,
} from './queries-sending.ts'

/** Maximum number of concurrent attempts per webhook. */
const AT_ONCE = 4
/**
 * Time in milliseconds after which a run starts no more attempts, so that other webhooks get their turn. Another run
 * continues.
 */
const BEGINS_FOR_MS = 30_000
/** Polling interval in milliseconds for new deliveries while attempts are in progress. */
const LOOK_EVERY_MS = 1_000
/** Delay in milliseconds after which a scheduled wake job counts as lost. */
const LATE_MS = 10 * 60_000

/** Composes the post of an event for a channel, at the time of each attempt. */
export type ComposeChatPost = (ctx: JobContext, due: DueDelivery) => Promise<ChatPost>

/** @param compose reads conversations, which this domain doesn't. Therefore a later domain defines the job. */
export const defineWebhookDelivery = (compose: ComposeChatPost) =>
  defineJob({
    ...deliverWebhookKind,
    async handle({ webhookId, ticket }, ctx) {
      const run: DeliveryRun = { webhookId, id: ticket }
      const now = ctx.clock.now()
      const until = new Date(now.getTime() + deliverWebhookKind.timeout * 1_000)
      // The other run checks for due deliveries again before it ends, so none is missed.
      if (!(await ctx.transact((tx) => claimRun(tx, ctx.org, run, { now, until })))) return
      await sendAllDue(ctx, run, compose)
      await finish(ctx, run)
    },
  })

/** @throws the first failure, after all other attempts have ended. The next run repeats what couldn't be recorded. */
async function sendAllDue(ctx: JobContext, run: DeliveryRun, compose: ComposeChatPost): Promise<void> {
  const startedAt = performance.now()
  const faults: unknown[] = []
  const underWay = new Map<string, Promise<void>>()
  const startDelivery = async (one: DueDelivery) => {
    try {
      await send(ctx, one, compose)
    } catch (error) {
      faults.push(error)
    } finally {
      underWay.delete(one.id)
    }
  }
  try {
    for (;;) {
      const isOver = faults.length > 0 || performance.now() - startedAt > BEGINS_FOR_MS
      const limit = isOver ? 0 : AT_ONCE - underWay.size
      const now = ctx.clock.now()
      const due = limit === 0 ? [] : await selectDue(ctx.db, ctx.org, run, { now, limit, not: [...underWay.keys()] })
      for (const one of due) underWay.set(one.id, startDelivery(one))
      if (underWay.size === 0) break
      // Attempts that ended during the query made room for further deliveries.
      if (limit > 0 && limit === due.length && underWay.size < AT_ONCE) continue
      // New deliveries don't wait for a slow attempt.
      const nextLook = limit === due.length ? [] : [pause(LOOK_EVERY_MS)]
      await Promise.race([...underWay.values(), ...nextLook])
    }
  } finally {
    await Promise.all(underWay.values())
  }
  if (faults.length > 0) throw faults[0]
}

async function send(ctx: JobContext, due: DueDelivery, compose: ComposeChatPost): Promise<void> {
  const tried = await attempt(ctx, due, due.format === 'events' ? undefined : await compose(ctx, due))
  if (tried.isSkipped !== true) ctx.signals.webhook(tried.fault === null ? 'delivered' : 'failed')
  ctx.log.info({ webhook: due.webhookId, delivery: due.id, status: tried.status, ms: tried.ms }, 'webhook')
  const now = ctx.clock.now()
  const disabled = await ctx.transact(async (tx) => {
    const webhook = await lockStanding(tx, ctx.org, due.webhookId)
    const delivery = await lockDelivery(tx, ctx.org, due.id)
    // The webhook was deleted, or a run whose lease expired has delivered it.
    if (webhook === undefined || delivery?.status !== 'pending') return undefined
    await insertAttempt(tx, ctx.org, due.id, delivery.attempts + 1, tried)
    // The URL changed during the attempt, so the response of the old one isn't counted.
    const isSameAddress = webhook.url === due.url && webhook.sealedUrl === due.sealedUrl
    const hasMoved = !isSameAddress && tried.fault !== null && tried.isSkipped !== true
    const verdict = decideVerdict(hasMoved ? { ...tried, status: null } : tried, delivery.tries + 1, now)
    await updateVerdict(tx, ctx.org, due.id, verdict, now)
    // A skipped post shows nothing about the channel.
    if (hasMoved || verdict.status === 'skipped') return undefined
    const failingSince = verdict.status === 'delivered' ? null : (webhook.failingSince ?? tried.at)
    if (failingSince?.getTime() !== webhook.failingSince?.getTime()) {
      await updateFailingSince(tx, ctx.org, due.webhookId, failingSince)
    }
    const reason = failingSince === null ? undefined : disabledBy(tried, verdict, failingSince, now)
    if (reason === undefined || !webhook.enabled) return undefined
    await disable(tx, ctx.org, due.webhookId, reason, now)
    return reason
  })
  if (disabled !== undefined) {
    ctx.log.warn({ webhook: due.webhookId, organization: ctx.org, reason: disabled }, 'a webhook was disabled')
  }
}

/** Ends the run and schedules the next one if there are more deliveries. */
async function finish(ctx: JobContext, run: DeliveryRun): Promise<void> {
  const now = ctx.clock.now()
  await ctx.transact(async (tx) => {
    const planned = await lockRun(tx, ctx.org, run)
    if (planned === undefined) return
    await deleteOldDeliveries(tx, ctx.org, run.webhookId, new Date(now.getTime() - KEPT_MS))
    const next = wakeAt(await selectOutlook(tx, ctx.org, run.webhookId), now)
    const { wakeAt: comesAt } = planned
    const isInTime = (by: Date) => comesAt !== undefined && comesAt <= by && comesAt.getTime() > now.getTime() - LATE_MS
    if (next === undefined || isInTime(next)) return endRun(tx, ctx.org, run)
    const ticket = newId()
    await endRun(tx, ctx.org, run, { id: ticket, at: next })
    const when = next > now ? { startAfter: next } : {}
    await ctx.jobs.add(tx, ctx.org, deliverWebhookKind, { webhookId: run.webhookId, ticket }, when)
  })
}
