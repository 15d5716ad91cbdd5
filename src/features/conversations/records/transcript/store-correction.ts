/** Stores a corrected transcript as the current version, indexes it and requests its analysis. */
import type { Writer } from '../../../../core/db.ts'
import type { Context } from '../../../../core/operation.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { indexConversation } from '../../../text/passages/index.ts'
import type { SpanFinder } from '../../../text/redaction/index.ts'
import type { TranscriptDocument } from '../../../text/transcripts/index.ts'
import { announceUpdate, type ChangedField } from '../announce-change.ts'
import { storable } from '../import/parse-import.ts'
import type { LargeTranscript } from '../import/prepare-transcript.ts'
import { appendTranscript } from '../queries.ts'
import { nameRedaction } from './audited-redaction.ts'

/**
 * @param version next version number, determined under the lock of the conversation
 * @param given `find`: finds the text to redact before storage (`findBeforeStorage`)
 * @param others fields that the same request changed, for the event
 */
export async function storeCorrection(
  tx: Writer,
  ctx: Context,
  id: string,
  version: number,
  given: { readonly document: TranscriptDocument; readonly find: SpanFinder | undefined } | LargeTranscript,
  others: readonly ChangedField[] = [],
): Promise<void> {
  const stored = 'find' in given ? undefined : given.stored
  const { transcript, passages, isEmpty } = stored ?? storable(given.document, 'find' in given ? given.find : undefined)
  const written = { by: ctx.principal.user?.id ?? null, at: ctx.clock.now() }
  await appendTranscript(tx, ctx.org, id, version, transcript, written, isEmpty)
  await indexConversation(ctx, tx, id, passages)
  await announceUpdate(tx, ctx, id, [...others, 'transcript'])
  await requestAnalysis(tx, ctx, [id])
  nameRedaction(ctx, id, transcript.redaction?.counts)
}
