import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { recordingSeconds } from '../../../core/recording-times.ts'
import { pathId, uuid } from '../../../core/wire.ts'
import { findBeforeStorage, type SpanFinder } from '../../text/redaction/index.ts'
import {
  announceLabels,
  announceState,
  LINKS_MAX,
  replaceCrmLinks,
  replaceParticipants,
  requireChangeable,
  storeCorrection,
  updateConversation,
  updateLabels,
} from '../records/index.ts'
import {
  loadAll,
  lockAll,
  outlineAside,
  serializeStays,
  type TranscribedConversation,
  toDocument,
  toPart,
} from './load.ts'
import { joinParts, outlinePart, type TranscriptPart } from './parts.ts'
import { type MergePlan, planMerge } from './plan-merge.ts'
import { insertRearrangement, isMerged, updateExtent } from './queries.ts'
import { type MergeResult, mergeResult, previewField } from './schema.ts'

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
    offsetSeconds: recordingSeconds()
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
  async handle({ id, conversationUUID: otherId, offsetSeconds, preview }, ctx) {
    if (id === otherId) {
      throw invalid({
        pointer: '/conversationUUID',
        detail: '`conversationUUID` is the conversation itself. Set it to the ID of another conversation.',
      })
    }
    const toGiven = (other: TranscribedConversation) => ({
      ...{ offset: offsetSeconds, stays: serializeStays(other), linksMax: LINKS_MAX },
    })
    if (preview) {
      for (const one of [id, otherId]) await requireChangeable(ctx, one, 'owner')
      await requireUnmerged(ctx, ctx.db, id, otherId)
      const { first, second } = await loadBoth(ctx, ctx.db, id, otherId)
      const outlined = await Promise.all([outlineAside(ctx, first), outlineAside(ctx, second)])
      return planMerge(...outlined, toGiven(second)).result
    }
    const find = await findBeforeStorage(ctx.db, ctx.org)
    return ctx.transact(async (tx) => {
      await lockAll(ctx, tx, [id, otherId])
      await requireUnmerged(ctx, tx, id, otherId)
      const { first, second } = await loadBoth(ctx, tx, id, otherId)
      const parts = [toPart(first), toPart(second)] as const
      const outline = (at: 0 | 1) => outlinePart(parts[at].segments, {})
      const plan = planMerge({ ...first, outline: outline(0) }, { ...second, outline: outline(1) }, toGiven(second))
      return store(tx, ctx, find, { first, second, plan, part: joinParts(...parts, plan.offset) })
    })
  },
})

/** @throws AppError `already_merged`: the lines of such a conversation are part of another one */
async function requireUnmerged(ctx: Context, db: Reader | Writer, id: string, otherId: string): Promise<void> {
  for (const [one, words, pointer] of [
    [id, 'This conversation', ''],
    [otherId, 'The other conversation', '/conversationUUID'],
  ] as const) {
    if (!(await isMerged(db, ctx.org, one))) continue
    throw conflict('already_merged', `${words} is already merged into another one. Undo that merge first.`, pointer)
  }
}

interface Merge {
  readonly first: TranscribedConversation
  readonly second: TranscribedConversation
  readonly plan: MergePlan
  readonly part: TranscriptPart
}

async function loadBoth(ctx: Context, db: Reader | Writer, id: string, otherId: string) {
  const [first, second] = await loadAll(ctx, db, [id, otherId])
  if (first === undefined || second === undefined) throw new Error('A loaded conversation is missing.')
  return { first, second }
}

async function store(
  tx: Writer,
  ctx: Context,
  find: SpanFinder | undefined,
  { first, second, plan, part }: Merge,
): Promise<MergeResult> {
  const [org, at, uuid] = [ctx.org, ctx.clock.now(), newId()]
  const { isChanged } = await replaceParticipants(tx, org, first.id, plan.participants, at)
  await updateLabels(tx, org, first.id, plan.labels)
  const isRelinked = await replaceCrmLinks(tx, org, first.id, plan.links)
  await updateExtent(tx, org, first.id, plan.extent, at)
  const document = { ...toDocument(part.form), segments: [...part.segments] }
  await storeCorrection(tx, ctx, first.id, first.version + 1, { document, find }, [
    ...(isChanged ? (['participants'] as const) : []),
    ...(isRelinked ? (['linked_crm_records'] as const) : []),
    ...(plan.result.setsOpportunity ? (['opportunity_id'] as const) : []),
  ])
  if (plan.result.addedLabels.length > 0) await announceLabels(tx, ctx, first.id, ctx.principal.user?.id ?? null)
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
