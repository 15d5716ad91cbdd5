/**
 * Stores the texts of a large transcript in pieces, each in a short transaction, before the transaction that uses them.
 * Otherwise one statement would occupy the single session of the embedded database (docs/decisions/0050).
 */
import { newId } from '../../../../core/clock.ts'
import type { Ports } from '../../../../core/operation.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import type { NewTranscript } from '../queries.ts'
import {
  deleteOldStagedTexts,
  deleteStagedText,
  insertStagedPiece,
  joinStagedPieces,
  type StagedText,
} from '../queries-staged.ts'

/** Maximum length of a piece in UTF-16 units. Storing one takes some milliseconds. */
const PIECE = 256 * 1024
/** Minimum length of a staged text. Shorter ones take less time in one statement than in several transactions. */
const STAGED_MIN = 2 * 1024 * 1024
/** Age of staged texts that no running request uses, because requests end earlier. */
const ABANDONED_MS = 2 * 3_600_000

type StagingPorts = Pick<Ports, 'transactBatch' | 'clock' | 'log'> & { readonly org: OrganizationId }

/** A transcript whose long texts are staged, until `release` deletes them. */
interface StagedTranscript {
  readonly transcript: NewTranscript
  readonly release: () => Promise<void>
}

/** Stages the long texts of a transcript. */
export async function stageTexts(ctx: StagingPorts, transcript: NewTranscript): Promise<StagedTranscript> {
  const ids: string[] = []
  const stage = async (text: string | StagedText): Promise<string | StagedText> => {
    if (typeof text !== 'string' || text.length < STAGED_MIN) return text
    const id = newId()
    ids.push(id)
    await storePieces(ctx, id, text)
    return { stagedId: id }
  }
  const release = async () => {
    for (const id of ids) {
      await ctx
        .transactBatch([deleteStagedText(ctx.org, id)])
        // The next large transcript deletes it.
        .catch((fault: Error) => ctx.log.warn({ error: fault.message }, 'a staged text could not be deleted'))
    }
  }
  try {
    const segments = await stage(transcript.segments)
    return { transcript: { ...transcript, segments, plain: await stage(transcript.plain) }, release }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Runs the work with a transcript whose long texts are staged, and deletes the staged texts afterwards.
 * @returns result of the work
 */
export async function withStagedTexts<T>(
  ctx: StagingPorts,
  transcript: NewTranscript,
  work: (staged: NewTranscript) => Promise<T>,
): Promise<T> {
  const staged = await stageTexts(ctx, transcript)
  try {
    return await work(staged.transcript)
  } finally {
    await staged.release()
  }
}

async function storePieces(ctx: StagingPorts, id: string, text: string): Promise<void> {
  const { org } = ctx
  const at = ctx.clock.now()
  await ctx.transactBatch([deleteOldStagedTexts(org, new Date(at.getTime() - ABANDONED_MS))])
  let position = 0
  for (const piece of splitText(text)) {
    await ctx.transactBatch([insertStagedPiece(org, { id, position, content: piece, at })])
    position++
  }
  await ctx.transactBatch([joinStagedPieces(org, id, at)])
}

/** Yields consecutive parts. A surrogate pair is never split, because UTF-8 can't represent half of one. */
export function* splitText(text: string, length = PIECE): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + length)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && to - from > 1 && last >= 0xd800 && last <= 0xdbff) to--
    yield text.slice(from, to)
    from = to
  }
}
