import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { pathId, uuid } from '../../../core/wire.ts'
import { findBeforeStorage, type SpanFinder } from '../../text/redaction/index.ts'
import {
  announceState,
  LINKS_MAX,
  replaceCrmLinks,
  replaceParticipants,
  requireChangeable,
  storeCorrection,
  updateConversation,
  updateLabels,
} from '../records/index.ts'
import { loadAll, lockAll, serializeStays, type TranscribedConversation, toDocument } from './load.ts'
import { type MergePlan, planMerge } from './plan-merge.ts'
import { insertRearrangement, isMerged, updateExtent } from './queries.ts'
import { type MergeResult, mergeResult, previewField } from './schema.ts'

const OFFSET_MAX = 1_000_000

export const mergeConversations = defineOperation({
  id: 'mergeConversations',
  summary: 'Start a merge of two conversations',
  description:
    'Adds the lines of a later conversation behind those of this one, as a new version of its transcript, and archives ' +
    'the later one. Participants, CRM links and labels that this one lacks are copied. Comments, clips, results, ' +
    'confirmed values and the recording stay with the archived conversation. Parley analyzes this one again. Send ' +
    '`preview` first. Undo with `POST …/rearrangements/{rearrangementId}/undo`. 409 `access_differs` if team or ' +
    'privacy differ, `conversations_overlap` if the later one starts too early. Requires the owner of both or the ' +
    'admin role.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({
    id: pathId('conversation'),
    conversationUUID: uuid().describe(
      'ID of the later conversation, from `GET /conversations/list`. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
    offsetSeconds: z
      .number()
      .min(0)
      .max(OFFSET_MAX)
      .optional()
      .describe(
        'Seconds from the start of this conversation to the start of the later one. Defaults to the difference of their ' +
          'starts, or to the end of this one if a start is unknown. Example: `1830`.',
      ),
    preview: previewField(),
  }),
  output: mergeResult,
  requires: { scope: 'write' },
  rest: { method: 'POST', path: '/conversations/{id}/merge', derived: true, refusals: [409] },
  precheck: ({ id = '' }, ctx) => requireChangeable(ctx, id, 'owner'),
  async handle({ id, conversationUUID: otherId, offsetSeconds, preview }, ctx) {
    if (id === otherId) {
      throw invalid({
        pointer: '/conversationUUID',
        detail: '`conversationUUID` is the conversation itself. Set it to the ID of another conversation.',
      })
    }
    if (preview) {
      for (const one of [id, otherId]) await requireChangeable(ctx, one, 'owner')
      const { plan } = await load(ctx, ctx.db, [id, otherId], offsetSeconds)
      return plan.result
    }
    const find = await findBeforeStorage(ctx.db, ctx.org)
    return ctx.transact(async (tx) => {
      await lockAll(ctx, tx, [id, otherId])
      if (await isMerged(tx, ctx.org, otherId)) {
        throw conflict(
          'already_merged',
          'The other conversation is already merged into one. Undo that merge first.',
          '/conversationUUID',
        )
      }
      return store(tx, ctx, find, await load(ctx, tx, [id, otherId], offsetSeconds))
    })
  },
})

interface Merge {
  readonly first: TranscribedConversation
  readonly second: TranscribedConversation
  readonly plan: MergePlan
}

async function load(
  ctx: Context,
  db: Parameters<typeof loadAll>[1],
  ids: readonly [string, string],
  offset: number | undefined,
): Promise<Merge> {
  const [first, second] = await loadAll(ctx, db, ids)
  if (first === undefined || second === undefined) throw new Error('A loaded conversation is missing.')
  return {
    first,
    second,
    plan: planMerge(first, second, { offset, stays: serializeStays(second), linksMax: LINKS_MAX }),
  }
}

async function store(
  tx: Writer,
  ctx: Context,
  find: SpanFinder | undefined,
  { first, second, plan }: Merge,
): Promise<MergeResult> {
  const [org, at, uuid] = [ctx.org, ctx.clock.now(), newId()]
  await replaceParticipants(tx, org, first.id, plan.participants, at)
  await updateLabels(tx, org, first.id, plan.labels)
  await replaceCrmLinks(tx, org, first.id, plan.links)
  await updateExtent(tx, org, first.id, plan.extent, at)
  const document = { ...toDocument(plan.part.form), segments: [...plan.part.segments] }
  await storeCorrection(tx, ctx, first.id, first.version + 1, { document, find })
  await updateConversation(tx, org, second.id, { archived: true }, at)
  if (!second.archived) await announceState(tx, ctx, second.id, 'archived')
  await insertRearrangement(tx, org, {
    ...{ id: uuid, kind: 'merge', conversationId: first.id, otherId: second.id, versionBefore: first.version },
    ...{ durationBefore: first.media_duration, endedBefore: first.live_ended_at },
    ...{ opportunityBefore: first.opportunity_id, otherWasArchived: second.archived },
    outside: { before: first.participants.length, after: plan.participants.outside.length },
    inside: { before: first.internal_participants.length, after: plan.participants.inside.length },
    ...{ addedLinks: plan.addedLinks, addedLabels: plan.result.addedLabels },
    by: ctx.principal.user?.id ?? null,
    at,
  })
  ctx.addAuditTarget('conversation', second.id)
  return { ...plan.result, uuid }
}
