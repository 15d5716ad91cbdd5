import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { selectOnHold } from '../../conversations/legal-holds/index.ts'
import { bodyFilterFields, type ConversationFilters, filtersOfBody } from '../../conversations/records/index.ts'
import { recordService } from '../../platform/audit/index.ts'
import { addCounts, findByRules, formatMaskCounts, type SpanFinder } from '../../text/redaction/index.ts'
import { maskConversation } from './mask-conversation.ts'
import { endRun, lockRun, selectRun, updateRun } from './queries.ts'
import { lockConversation } from './queries-conversation.ts'
import { selectMeant } from './queries-meant.ts'
import { REDACTION_RUN } from './schema.ts'

const BATCH = 50

/** Redacts the conversations of a run, each in its own transaction. Continues where an interrupted run stopped. */
export const redactConversations = defineJob({
  id: 'redact_conversations',
  background: true,
  input: z.object({ id: z.guid() }),
  retries: 12,
  timeout: 3_600,
  async handle({ id }, ctx) {
    const run = await selectRun(ctx.db, ctx.org, id)
    if (run?.status !== 'pending') return
    const filters = filtersOfRun(run.filters)
    const find = await findByRules(ctx.db, ctx.org)
    let cursor = run.cursor_id ?? undefined
    for (;;) {
      const ids = await selectMeant(ctx.db, ctx.org, filters, cursor, BATCH)
      for (const conversation of ids) {
        ctx.signal.throwIfAborted()
        await ctx.transact((tx) => maskOne(tx, ctx, id, conversation, find))
      }
      cursor = ids.at(-1)
      if (ids.length < BATCH) break
    }
    await ctx.transact((tx) => endRun(tx, ctx.org, id, 'finished', ctx.clock.now()))
  },
  async failed({ id }, ctx) {
    await ctx.transact((tx) => endRun(tx, ctx.org, id, 'failed', ctx.clock.now()))
  },
})

/** Filters of a run. Empty conversations are included; archived ones only if the filters include them. */
export const filtersOfRun = (given: unknown): ConversationFilters => ({
  ...filtersOfBody(z.object(bodyFilterFields).parse(given)),
  hideEmpty: false,
})

async function maskOne(tx: Writer, ctx: JobContext, runId: string, id: string, find: SpanFinder): Promise<void> {
  const stored = await lockConversation(tx, ctx.org, id)
  const isHeld = stored !== undefined && (await selectOnHold(tx, ctx.org, [id])).has(id)
  const masked = isHeld ? undefined : await maskConversation(tx, ctx, id, () => ({ find }))
  const run = await lockRun(tx, ctx.org, runId)
  if (run === undefined) throw new Error('The redaction run has ended.')
  const changed = masked?.changed === true
  await updateRun(tx, ctx.org, runId, {
    cursor: id,
    seen: run.seen + 1,
    changed: run.changed + (changed ? 1 : 0),
    held: run.held + (isHeld ? 1 : 0),
    counts: addCounts(run.counts, masked?.counts ?? {}),
  })
  if (masked?.changed !== true) return
  await recordService(tx, ctx.org, 'redactConversations', ctx.clock.now(), [
    { kind: REDACTION_RUN, id: runId },
    { kind: 'redaction', id: formatMaskCounts(masked.counts) },
    { kind: 'conversation', id },
  ])
}
