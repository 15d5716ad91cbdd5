import type { Writer } from '../../../core/db.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { openSource, requestLook, selectSource } from '../call-sources/index.ts'
import { type AnnouncedCall, type DeliveryContent, findSourceKind, SourceFault } from '../source-kinds/index.ts'
import { announceCall, nextTryAt } from '../source-recordings/index.ts'
import { openBody } from './body.ts'
import { type DeliveryRow, lockReceived, selectBody, selectReceived, updateDelivery } from './queries.ts'
import { readSourceDeliveryKind } from './receive.ts'

/** Maximum number of calls that one delivery can announce. */
const CALLS_MAX = 100

/** Reads which calls a stored delivery announces, and requests their import. */
export const readSourceDelivery = defineJob({
  ...readSourceDeliveryKind,
  async handle({ id, tries }, ctx) {
    const delivery = await selectReceived(ctx.db, ctx.org, id)
    if (delivery === undefined) return
    try {
      const content = await readContent(ctx, delivery)
      await announceAll(ctx, delivery, content)
    } catch (error) {
      ctx.signal.throwIfAborted()
      if (!(error instanceof SourceFault)) throw error
      await endAttempt(ctx, { id, tries: tries + 1 }, error)
    }
  },
  failed: ({ id }, ctx) => end(ctx, id, { state: 'failed', reason: 'Reading the delivery failed repeatedly.' }),
})

async function readContent(ctx: JobContext, delivery: DeliveryRow): Promise<DeliveryContent> {
  const source = await selectSource(ctx.db, ctx.org, delivery.source_id)
  const kind = source === undefined ? undefined : findSourceKind(source.kind)
  if (source === undefined || kind?.read === undefined) {
    throw new SourceFault('lasting', "This version of Parley doesn't support the kind of source.")
  }
  const body = openBody(ctx, delivery.id, await selectBody(ctx.db, ctx.org, delivery.id))
  if (body === undefined) throw new SourceFault('lasting', 'The body of the delivery is no longer stored.')
  const arrived = {
    url: '',
    headers: JSON.parse(delivery.headers) as Record<string, string>,
    body,
    receivedAt: new Date(delivery.received_at),
  }
  return kind.read(arrived, openSource(ctx, source))
}

async function announceAll(ctx: JobContext, delivery: DeliveryRow, content: DeliveryContent): Promise<void> {
  if (content.calls === undefined) {
    return end(ctx, delivery.id, { state: 'ignored', reason: content.ignored }, async (tx) => {
      if (content.needsLook === true) await requestLook(tx, ctx, delivery.source_id)
    })
  }
  if (content.calls.length > CALLS_MAX) {
    throw new SourceFault('lasting', `The delivery announces more than ${CALLS_MAX} calls.`)
  }
  const calls = content.calls
  await ctx.transactUnaudited(async (tx) => {
    // Another run may have read it in the meantime.
    if ((await lockReceived(tx, ctx.org, delivery.id)) === undefined) return
    const ids = new Set<string>()
    for (const call of calls) {
      const wordsIn = hasWords(call) ? delivery.id : undefined
      ids.add(await announceCall(tx, ctx, delivery.source_id, call, { by: 'delivery', wordsIn }))
    }
    await updateDelivery(tx, ctx.org, delivery.id, {
      ...{ state: 'read', reason: null, recording_ids: [...ids], has_words: calls.some(hasWords) },
      read_at: ctx.clock.now(),
    })
  })
}

const hasWords = ({ transcript }: AnnouncedCall): boolean => transcript?.text !== undefined

/** Schedules the next attempt after a temporary fault, or ends the delivery. */
async function endAttempt(
  ctx: JobContext,
  attempt: { readonly id: string; readonly tries: number },
  fault: SourceFault,
): Promise<void> {
  const next = fault.kind === 'temporary' ? nextTryAt(attempt.tries, fault.retryAfterMs, ctx.clock.now()) : undefined
  if (next === undefined) return end(ctx, attempt.id, { state: 'failed', reason: fault.message })
  await ctx.transactUnaudited(async (tx) => {
    if ((await lockReceived(tx, ctx.org, attempt.id)) === undefined) return
    await updateDelivery(tx, ctx.org, attempt.id, { reason: fault.message })
    await ctx.jobs.add(tx, ctx.org, readSourceDeliveryKind, attempt, { startAfter: next })
  })
}

/** @param alongside work in the same transaction */
async function end(
  ctx: JobContext,
  id: string,
  { state, reason }: { readonly state: 'ignored' | 'failed'; readonly reason: string },
  alongside: (tx: Writer) => Promise<void> = async () => undefined,
): Promise<void> {
  await ctx.transactUnaudited(async (tx) => {
    if ((await lockReceived(tx, ctx.org, id)) === undefined) return
    await updateDelivery(tx, ctx.org, id, { state, reason, read_at: ctx.clock.now() })
    await alongside(tx)
  })
}
