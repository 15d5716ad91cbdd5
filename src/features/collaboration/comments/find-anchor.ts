/** Finds the words that a comment is about in a stored transcript. A worker thread reads large ones. */
import type { Reader, Writer } from '../../../core/db.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { selectSegmentsInput, selectTranscriptStamp, type TranscriptStamp } from '../../conversations/records/index.ts'
import { findRequestedWordsTask, type RequestedPart } from './find-words.ts'
import { type ResolvedAnchor, toAnchor, WHOLE_CONVERSATION } from './resolve-anchor.ts'

/** Reads which transcript a comment refers to. @returns undefined for the whole call, or if the call isn't visible */
export async function readAnchored(
  db: Reader | Writer,
  ctx: Context,
  id: string,
  part: RequestedPart | undefined,
): Promise<TranscriptStamp | undefined> {
  if (part === undefined) return undefined
  const version = ('words' in part ? part.words.transcriptVersion : undefined) ?? 'current'
  return selectTranscriptStamp(db, ctx.org, toVisibility(ctx.principal), id, version)
}

interface AnchorRequest {
  readonly id: string
  readonly part: RequestedPart | undefined
  readonly transcript: TranscriptStamp | undefined
}

/** @throws AppError `validation_failed` */
export async function findAnchor(
  db: Reader,
  { org, requestWorkers, signal }: Pick<Context, 'org' | 'requestWorkers' | 'signal'>,
  { id, part, transcript }: AnchorRequest,
): Promise<ResolvedAnchor> {
  if (part === undefined || transcript === undefined) return WHOLE_CONVERSATION
  const { version, segmentCount } = transcript
  if (version === null) return toAnchor(part, { version, isEmpty: true, found: undefined })
  const segments = await selectSegmentsInput(db, org, id, version)
  const found = await requestWorkers.run(findRequestedWordsTask, [segments, part], signal)
  return toAnchor(part, { version, isEmpty: segmentCount === 0, found })
}
