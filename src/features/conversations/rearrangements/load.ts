/** Loads and locks the conversations of a rearrangement. */
import type { Reader, Writer } from '../../../core/db.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { type TranscriptSegment, toSegmentsInput } from '../../text/transcripts/index.ts'
import { lockVisible, requireChangeable } from '../records/index.ts'
import { outlinePartTask, type PartOutline, type SplitPlace, type TranscriptPart } from './parts.ts'
import { type RearrangedConversation, selectRearranged, selectTranscriptSize } from './queries.ts'
import type { SplitResult } from './schema.ts'

/** Maximum size of the transcripts together, in bytes. Changes parse them in the request. */
const TRANSCRIPTS_MAX = 8 * 1024 * 1024

/** Conversation with a transcript. */
export type TranscribedConversation = RearrangedConversation & { readonly version: number }

export type OutlinedConversation = TranscribedConversation & { readonly outline: PartOutline }

/** Lines of a conversation, parsed in this thread: for changes, not for previews. */
export const toPart = ({ form, json }: RearrangedConversation): TranscriptPart => ({
  form,
  segments: JSON.parse(json) as TranscriptSegment[],
})

/** Outlines a conversation for a preview. */
export async function outlineAside(
  { requestWorkers, signal }: Context,
  conversation: TranscribedConversation,
  place: SplitPlace = {},
): Promise<OutlinedConversation> {
  const input = await toSegmentsInput(conversation.json)
  return { ...conversation, outline: await requestWorkers.run(outlinePartTask, [input, place], signal) }
}

/**
 * Checks that the caller can change all of the conversations, and locks them in the order of their IDs.
 * @throws AppError `conversation_not_found`, `owner_required`
 */
export async function lockAll(ctx: Context, tx: Writer, ids: readonly string[]): Promise<void> {
  for (const id of [...ids].sort()) await lockVisible(tx, ctx.org, toVisibility(ctx.principal), id)
  for (const id of ids) await requireChangeable({ ...ctx, db: tx }, id, 'owner')
}

/** @throws AppError `conversation_not_found`, `no_transcript`, `transcripts_too_large` */
export async function loadAll(
  ctx: Context,
  db: Reader | Writer,
  ids: readonly string[],
): Promise<TranscribedConversation[]> {
  const visibility = toVisibility(ctx.principal)
  let bytes = 0
  for (const id of ids) {
    const found = await selectTranscriptSize(db, ctx.org, visibility, id)
    if (found === undefined) throw notFound('conversation')
    if (found.size === null) {
      throw conflict('no_transcript', 'A conversation without a transcript has no lines. Import a transcript first.')
    }
    bytes += found.size
  }
  if (bytes > TRANSCRIPTS_MAX) {
    throw conflict(
      'transcripts_too_large',
      `The stored transcripts have more than ${TRANSCRIPTS_MAX / 1024 / 1024} MiB, which is the maximum. Export them, and import the result.`,
    )
  }
  const loaded: TranscribedConversation[] = []
  for (const id of ids) {
    const row = await selectRearranged(db, ctx.org, visibility, id, ctx.principal.user?.id ?? null)
    if (row === undefined || row.version === null) throw notFound('conversation')
    loaded.push({ ...row, version: row.version })
  }
  return loaded
}

export const serializeStays = (c: RearrangedConversation): SplitResult['stays'] => ({
  comments: c.comments,
  clips: c.clips,
  coachingAssignments: c.assignments,
  tasks: c.tasks,
  scorecardResults: c.results,
  fieldValues: c.values,
  recording: c.has_recording,
})

export const toDocument = (form: 'V1' | 'V2') => ({ format: `parley-${form.toLowerCase()}`, form }) as const
