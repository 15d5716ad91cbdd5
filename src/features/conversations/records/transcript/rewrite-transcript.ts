/** Rewrites the current transcript of a conversation. A worker thread computes the new one before the transaction. */
import type { Reader, Writer } from '../../../../core/db.ts'
import type { Context } from '../../../../core/operation.ts'
import { transactPrepared } from '../../../../core/prepared-transaction.ts'
import { toVisibility } from '../../../../core/principal.ts'
import type { SegmentsInput } from '../../../text/transcripts/index.ts'
import { type LargeTranscript, type PreparedText, withPreparedPassages } from '../import/prepare-transcript.ts'
import { stageTexts } from '../import/stage-transcript.ts'
import { lockChangeable, requireChangeable, type WhoChanges } from '../mutate.ts'
import type { LockedConversation } from '../queries.ts'
import { selectSegmentsInput, selectTranscriptStamp } from '../queries-clips.ts'

/** The current transcript, without its text. */
export interface CurrentTranscript {
  readonly version: number
  readonly form: 'V1' | 'V2'
  readonly segmentCount: number
}

/** Texts of a changed transcript, as a worker returns them. */
export interface RewrittenText extends PreparedText {
  /** Number of changed segments. */
  readonly changed: number
}

export interface TranscriptChange {
  readonly changed: number
  /** Transcript for `storeCorrection`. */
  readonly rewritten: LargeTranscript
}

/** How a transcript is rewritten. `Facts` are plain values. */
interface TranscriptRewrite<Facts, Result> {
  readonly who: WhoChanges
  /** Reads what the new transcript depends on, in addition to the current one. Called again under the lock. */
  readonly readFacts: (db: Reader | Writer) => Promise<Facts>
  /**
   * Computes the new transcript with a worker task.
   * @param load loads the segments of the current version, or of an earlier one
   * @returns undefined if nothing changes @throws AppError if the request doesn't fit the current transcript
   */
  readonly compute: (
    current: CurrentTranscript | undefined,
    facts: Facts,
    load: (version?: number) => Promise<SegmentsInput>,
  ) => Promise<RewrittenText | undefined>
  /** @param change undefined if the transcript doesn't change */
  readonly store: (tx: Writer, standing: LockedConversation, change: TranscriptChange | undefined) => Promise<Result>
}

type StagedChange = (TranscriptChange & { readonly release: () => Promise<void> }) | undefined

/** @throws AppError `conversation_not_found`, `owner_required` */
export async function rewriteTranscript<Facts, Result>(
  ctx: Context,
  id: string,
  { who, readFacts, compute, store }: TranscriptRewrite<Facts, Result>,
): Promise<Result> {
  await requireChangeable(ctx, id, who)
  return transactPrepared(ctx, {
    read: async (db) => ({
      transcript: await selectTranscriptStamp(db, ctx.org, toVisibility(ctx.principal), id, 'current'),
      facts: await readFacts(db),
    }),
    async prepare(db, { transcript, facts }, isLocked): Promise<StagedChange> {
      const { version = null, form = 'V1', segmentCount = 0 } = transcript ?? {}
      const current = version === null ? undefined : { version, form, segmentCount }
      const load = (earlier?: number) => selectSegmentsInput(db, ctx.org, id, earlier ?? version ?? 'current')
      const text = await compute(current, facts, load)
      if (text === undefined) return undefined
      const { changed } = text
      const rewritten = await withPreparedPassages(ctx, text)
      if (rewritten.stored === undefined || isLocked) return { changed, rewritten, release: async () => {} }
      const { transcript: staged, release } = await stageTexts(ctx, rewritten.stored.transcript)
      return { changed, rewritten: { ...rewritten, stored: { ...rewritten.stored, transcript: staged } }, release }
    },
    lock: (tx) => lockChangeable(tx, ctx, id, who),
    store: (tx, change, standing) => store(tx, standing, change),
    release: async (change) => change?.release(),
  })
}
