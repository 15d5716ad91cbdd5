/**
 * Redacts a stored conversation: all versions of its transcript, title, summary, metadata, participants, passages and
 * derived data, including decisions of users. Requests a new analysis to derive data again.
 */
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { insertRedaction, selectRedactions, titleWithin } from '../../conversations/records/index.ts'
import { requestAnalysis, STEP_IDS } from '../../platform/analysis-requests/index.ts'
import { clearStoredResponses } from '../../platform/idempotency/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { cutTranscript, indexConversation, passagesOfTranscript } from '../../text/passages/index.ts'
import {
  addCounts,
  findRemnants,
  type MaskCounts,
  type MaskedContent,
  type MaskedSpan,
  maskSegments,
  maskText,
  type SpanFinder,
} from '../../text/redaction/index.ts'
import { segmentText, type TranscriptSegment, transcriptText, wordCount } from '../../text/transcripts/index.ts'
import { PLACES } from './personal-data-columns.ts'
import {
  DETAILS,
  lockConversation,
  type StoredConversation,
  type StoredParticipant,
  selectTranscripts,
  touchConversation,
  updateDetails,
  updateTranscript,
} from './queries-conversation.ts'
import { deleteOfConversation, lockOfConversation, updateRow } from './queries-places.ts'
import { createQuoteMasker } from './quotes.ts'
import { isOurs, type Rewrite, rewriteAll, rewriteRow } from './rewrite.ts'
import { spansAfter } from './spans.ts'

export type MaskPorts = Pick<Ports, 'clock' | 'jobs' | 'search' | 'embedding'> & { readonly org: OrganizationId }

/** Changes to a conversation in addition to the matches in its texts. */
export interface MaskingRules {
  readonly find: SpanFinder
  readonly speaker?: (speaker: TranscriptSegment['speaker']) => TranscriptSegment['speaker']
  readonly participant?: (participant: StoredParticipant) => StoredParticipant
  /** Replacement of a complete text, tried before the text is searched. Undefined if the text has to be searched. */
  readonly maskWhole?: (text: string) => string | undefined
}

export interface MaskedConversation {
  readonly changed: boolean
  readonly counts: MaskCounts
}

/** @param changeOf called with the locked conversation. @returns undefined if the conversation no longer exists */
export async function maskConversation(
  tx: Writer,
  ctx: MaskPorts,
  id: string,
  changeOf: (stored: StoredConversation, transcripts: readonly (readonly TranscriptSegment[])[]) => MaskingRules,
): Promise<MaskedConversation | undefined> {
  const stored = await lockConversation(tx, ctx.org, id)
  if (stored === undefined) return undefined
  const transcripts = (await selectTranscripts(tx, ctx.org, id)).map(({ version, segments }) => ({
    version,
    segments: JSON.parse(segments) as TranscriptSegment[],
  }))
  const change = changeOf(
    stored,
    transcripts.map(({ segments }) => segments),
  )
  const said = await maskTranscripts(tx, ctx, stored, transcripts, change)
  const rewrite = rewriteBy(change, said)
  const counts: Record<string, number> = { ...said.counts }
  const rewriteCounted: Rewrite = (text) => {
    const whole = change.maskWhole?.(text)
    if (whole !== undefined) return whole
    const made = maskText(text, change.find)
    Object.assign(counts, addCounts(counts, made.counts))
    return made.text
  }
  const row = await maskRow(tx, ctx, stored, change, said, rewriteCounted, rewrite)
  const derived = await maskDerived(tx, ctx, id, said.masked, rewrite)
  const changed = said.changed || row || derived
  if (changed) {
    await touchConversation(tx, ctx.org, id, undefined, ctx.clock.now())
    await clearStoredResponses(tx, ctx.org, id)
    await announce(tx, ctx, { type: 'conversation.redacted', data: { conversation_id: id } })
    await requestAnalysis(tx, ctx, [id], STEP_IDS)
  }
  return { changed, counts: addCounts(counts) }
}

interface MaskedTranscript extends MaskedConversation {
  /** Whether spoken text was redacted, rather than only speakers. */
  readonly masked: boolean
  readonly quote: (text: string) => string | undefined
  readonly remnants: SpanFinder
}

/**
 * Derived texts contain quotes. A quote of a part of a redacted number doesn't match any rule by itself, so quotes are
 * looked up first.
 */
const rewriteBy =
  (change: MaskingRules, { quote, remnants }: MaskedTranscript): Rewrite =>
  (text) =>
    isOurs(text)
      ? text
      : (change.maskWhole?.(text) ?? quote(text) ?? maskText(maskText(text, change.find).text, remnants).text)

async function maskTranscripts(
  tx: Writer,
  ctx: MaskPorts,
  stored: StoredConversation,
  transcripts: readonly { version: number; segments: TranscriptSegment[] }[],
  { find, speaker }: MaskingRules,
): Promise<MaskedTranscript> {
  let counts: MaskCounts = {}
  const contents: MaskedContent[] = []
  let changed = false
  const quotes = createQuoteMasker()
  const before = new Map((await selectRedactions(tx, ctx.org, stored.id)).map((one) => [one.version, one]))
  for (const { version, segments } of transcripts) {
    const named = speaker === undefined ? segments : segments.map((one) => ({ ...one, speaker: speaker(one.speaker) }))
    const masked = maskSegments(named, find)
    const isNamed = named.some((one, index) => one.speaker !== segments[index]?.speaker)
    if (masked.spans.length === 0 && !isNamed) continue
    changed = true
    counts = addCounts(counts, masked.counts)
    await updateTranscript(tx, ctx.org, stored.id, version, {
      segments: masked.segments,
      plain: transcriptText(masked.segments),
      wordCount: wordCount(masked.segments),
    })
    for (const [segment, found] of Map.groupBy(masked.found, ({ piece }) => piece)) {
      const old = segments[segment]
      if (old !== undefined) quotes.add(segmentText(old), found)
    }
    // A number can extend over several segments; its parts belong together.
    for (const one of masked.found) {
      const text = segmentText(segments[one.piece] ?? { words: [] }).slice(one.from, one.to)
      const last = contents.at(-1)
      if (one.begins || last === undefined) contents.push({ content: text, kind: one.kind, mask: one.mask })
      else contents[contents.length - 1] = { ...last, content: `${last.content} ${text}` }
    }
    // Also without spans, if only names of speakers changed: its time decides whether the version can be restored.
    const earlier = before.get(version)
    const spans: MaskedSpan[] = spansAfter(earlier?.spans ?? [], masked.spans, masked.segments)
    const all = { spans, counts: addCounts(earlier?.counts ?? {}, masked.counts) }
    await insertRedaction(tx, ctx.org, stored.id, version, all, ctx.clock.now())
    if (version === stored.transcript_version) {
      await indexConversation(ctx, tx, stored.id, passagesOfTranscript(cutTranscript(masked.segments)))
    }
  }
  return { changed, counts, masked: contents.length > 0, quote: quotes.find, remnants: findRemnants(contents) }
}

async function maskRow(
  tx: Writer,
  ctx: MaskPorts,
  stored: StoredConversation,
  change: MaskingRules,
  said: MaskedTranscript,
  counted: Rewrite,
  rewrite: Rewrite,
): Promise<boolean> {
  const changes: Record<string, unknown> = {}
  const put = (column: string, before: unknown, after: unknown) => {
    if (JSON.stringify(before) !== JSON.stringify(after)) changes[column] = after
  }
  const { participant } = change
  if (participant !== undefined) {
    put('participants', stored.participants, stored.participants.map(participant))
    put('internal_participants', stored.internal_participants, stored.internal_participants.map(participant))
  }
  const isRemade = said.masked && stored.summary_version !== null
  if (stored.summary !== null) put('summary', stored.summary, isRemade ? null : counted(stored.summary))
  if (isRemade) put('summary_version', stored.summary_version, null)
  for (const column of DETAILS) {
    const before = stored.details[column]
    const isGiven = column === 'meeting_platform_metadata' || column === 'import_metadata'
    put(column, before, rewriteAll(before, isGiven ? counted : rewrite))
  }
  await updateDetails(tx, ctx.org, stored.id, changes)
  const title = titleWithin(counted(stored.title))
  const isRenamed = title !== stored.title
  if (isRenamed) await touchConversation(tx, ctx.org, stored.id, title, ctx.clock.now())
  return isRenamed || Object.keys(changes).length > 0
}

async function maskDerived(
  tx: Writer,
  { org, clock }: MaskPorts,
  id: string,
  isSaid: boolean,
  rewrite: Rewrite,
): Promise<boolean> {
  let changed = false
  for (const place of PLACES) {
    if (isSaid && place.remade) {
      await deleteOfConversation(tx, org, place, id)
      continue
    }
    for (const row of await lockOfConversation(tx, org, place, id)) {
      const changes = rewriteRow(place, row, rewrite)
      if (Object.keys(changes).length === 0) continue
      await updateRow(tx, org, place, row, changes, clock.now())
      changed = true
    }
  }
  return changed
}
