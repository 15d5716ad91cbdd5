import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { findBeforeStorage, type SpanFinder } from '../../text/redaction/index.ts'
import {
  announceLabels,
  announceState,
  type ChangedField,
  type Participant,
  replaceCrmLinks,
  replaceParticipants,
  selectSegments,
  storeCorrection,
  updateConversation,
  updateLabels,
} from '../records/index.ts'
import { loadAll, lockAll, type TranscribedConversation, toDocument } from './load.ts'
import { toParticipants } from './plan-merge.ts'
import { areSameLines, lockRearrangement, markUndone, selectForm, selectPair, updateExtent } from './queries.ts'
import type { Rearrangement } from './schema.ts'

export const undoRearrangement = defineOperation({
  id: 'undoRearrangement',
  summary: 'Restore conversations after a merge or split',
  description:
    'Undoes a merge or split. The lines from before become a new version of the transcript. A merged conversation is ' +
    'restored from the archive, and participants, labels and links that the merge added are removed unless somebody ' +
    'changed them. The new conversation of a split is archived, with everything that was added to it. 409 ' +
    '`transcript_changed` after a later correction of either conversation, `already_undone` if it was undone. Requires ' +
    'the owner of both or the admin role.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({ id: pathId('conversation'), rearrangementId: pathId('rearrangement') }),
  output: z.object({
    success: z.literal(true),
    transcriptVersion: z.int().describe('Version of the transcript with the lines from before.'),
  }),
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    path: '/conversations/{id}/rearrangements/{rearrangementId}/undo',
    derived: true,
    refusals: [409],
  },
  async handle({ id, rearrangementId }, ctx) {
    const find = await findBeforeStorage(ctx.db, ctx.org)
    const named = { id: rearrangementId, conversationId: id }
    return ctx.transact(async (tx) => {
      await lockAll(ctx, tx, [id])
      const pair = await selectPair(tx, ctx.org, named)
      if (pair === undefined) throw notFound('rearrangement', '/path/rearrangementId')
      await lockAll(ctx, tx, [pair.conversation_id, pair.other_id])
      const made = await lockRearrangement(tx, ctx.org, named)
      if (made === undefined) throw notFound('rearrangement', '/path/rearrangementId')
      if (made.undone_at !== null) throw conflict('already_undone', 'The merge or split was already undone.')
      const [conversation, other] = await loadAll(ctx, tx, [made.conversation_id, made.other_id])
      if (conversation === undefined || other === undefined) throw new Error('A loaded conversation is missing.')
      await requireUnchanged(ctx, tx, made, conversation, other)
      return undo(tx, ctx, find, { made, conversation, other })
    })
  },
})

/** The undo of a later merge or split adds a version with the same lines, which changes nothing. */
async function requireUnchanged(
  { org }: Context,
  tx: Writer,
  made: Rearrangement,
  { id, version }: TranscribedConversation,
  other: TranscribedConversation,
): Promise<void> {
  const isSame =
    (await areSameLines(tx, org, id, made.version_after, version)) &&
    (made.kind === 'merge' || (await areSameLines(tx, org, other.id, 1, other.version)))
  if (isSame) return
  throw conflict(
    'transcript_changed',
    'A transcript was changed after the merge or split, and an undo would lose the change. Undo later merges and splits ' +
      'first. After a correction, replace the transcript with a version from `GET /conversations/{id}/transcript-versions`.',
  )
}

async function undo(
  tx: Writer,
  ctx: Context,
  find: SpanFinder | undefined,
  {
    made,
    conversation,
    other,
  }: {
    readonly made: Rearrangement
    readonly conversation: TranscribedConversation
    readonly other: TranscribedConversation
  },
): Promise<{ success: true; transcriptVersion: number }> {
  const [org, at] = [ctx.org, ctx.clock.now()]
  const { id } = conversation
  const removed = made.kind === 'merge' ? await removeAdded(tx, ctx, made, conversation, other) : []
  const keepsOpportunity = conversation.opportunity_id !== other.opportunity_id || made.kind === 'split'
  const opportunityId = keepsOpportunity ? conversation.opportunity_id : made.opportunity_before
  await updateExtent(tx, org, id, { duration: made.duration_before, endedAt: made.ended_before, opportunityId }, at)
  const form = await selectForm(tx, org, id, made.version_before)
  const segments = await selectSegments(tx, org, id, made.version_before)
  const transcriptVersion = conversation.version + 1
  const document = { ...toDocument(form), segments }
  await storeCorrection(tx, ctx, id, transcriptVersion, { document, find }, [
    ...removed,
    ...(opportunityId === conversation.opportunity_id ? [] : (['opportunity_id'] as const)),
  ])
  const archived = made.kind === 'split' ? true : made.other_was_archived
  await updateConversation(tx, org, other.id, { archived }, at)
  if (archived !== other.archived) await announceState(tx, ctx, other.id, archived ? 'archived' : 'restored')
  await markUndone(tx, org, made.id, { by: ctx.principal.user?.id ?? null, at })
  ctx.addAuditTarget('conversation', made.kind === 'split' ? other.id : id)
  return { success: true, transcriptVersion }
}

/** Removes what a merge added, unless somebody changed it since. Announces labels. @returns the other changed fields */
async function removeAdded(
  tx: Writer,
  ctx: Context,
  made: Rearrangement,
  conversation: TranscribedConversation,
  other: TranscribedConversation,
): Promise<ChangedField[]> {
  const changed: ChangedField[] = []
  const { id, participants, internal_participants: inside } = conversation
  if (participants.length === made.outside_after && inside.length === made.inside_after) {
    const cut = (people: readonly Participant[], count: number) => people.slice(0, count)
    const before = toParticipants(cut(participants, made.outside_before), cut(inside, made.inside_before))
    const replaced = await replaceParticipants(tx, ctx.org, id, before, ctx.clock.now())
    if (replaced.isChanged) changed.push('participants')
  }
  const labels = Object.entries(conversation.labels).filter(
    ([category, option]) => !(made.added_labels.includes(category) && other.labels[category] === option),
  )
  await updateLabels(tx, ctx.org, id, Object.fromEntries(labels))
  if (labels.length < Object.keys(conversation.labels).length) {
    await announceLabels(tx, ctx, id, ctx.principal.user?.id ?? null)
  }
  const [firstAdded] = made.added_links
  if (firstAdded !== undefined && conversation.links.length === firstAdded + made.added_links.length) {
    const isRelinked = await replaceCrmLinks(tx, ctx.org, id, conversation.links.slice(0, firstAdded))
    if (isRelinked) changed.push('linked_crm_records')
  }
  return changed
}
