/**
 * Creates a summary with the language model. The prompt contains the transcript as numbered lines, marked as data. The
 * model returns quotes for each line of the summary, and lines without a verified quote are dropped. A conversation
 * that exceeds the context is summarized in parts; headline and paragraphs are then generated from the parts.
 */
import { estimateTokens, type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import {
  type EvidenceSpan,
  extractChapters,
  HEADLINE_MAX,
  LINE_MAX,
  MOST,
  NOTHING_SAID,
  type SummaryContent,
  type SummaryContext,
  type SummaryLine,
  shortened,
} from '../../text/extractive-summary/index.ts'
import { computeTokenBudget, fencedData, partNamed, splitToFit } from '../../text/model-input/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { asked, JOINING, joined, SYSTEM } from './prompt.ts'
import { chaptersFromStarts, checkedAgainst, type VerifiedSummary } from './verify.ts'

/** @throws ModelFault */
export async function summaryByModel(
  model: LanguageModel,
  segments: readonly TranscriptSegment[],
  surroundings: SummaryContext,
  signal: AbortSignal,
): Promise<SummaryContent> {
  const { room, maxOutputTokens } = computeTokenBudget(model)
  const parts = splitToFit(segments, room)
  if (parts.length === 0) return NOTHING_SAID
  const check = checkedAgainst(segments, surroundings)
  const read: VerifiedSummary[] = []
  for (const [index, text] of parts.entries()) {
    const answer = await model.object({
      purpose: 'summary',
      system: SYSTEM,
      prompt: fencedData('transcript', text, formatRequest(index, parts.length)),
      schema: asked,
      maxOutputTokens,
      signal,
    })
    read.push(check(answer))
  }
  const [only] = read
  const told =
    read.length === 1 && only !== undefined ? only : await joinedBy(model, read, room, maxOutputTokens, signal)
  // No line could be verified in the transcript.
  if (told.headline === null && told.paragraphs.length === 0) throw new ModelFault('not_schema')
  const most = <T>(lists: readonly (readonly T[])[], max: number) => lists.flat().slice(0, max)
  const chapters = chaptersFromStarts(
    segments,
    read.flatMap(({ starts }) => starts.slice(0, Math.ceil(MOST.chapters / read.length))),
  )
  return {
    headline: told.headline ?? firstLine(told.paragraphs),
    paragraphs: told.paragraphs.slice(0, MOST.paragraphs),
    decisions: most(
      read.map(({ decisions }) => decisions),
      MOST.decisions,
    ),
    actionItems: most(
      read.map(({ actionItems }) => actionItems),
      MOST.actionItems,
    ),
    openQuestions: most(
      read.map(({ openQuestions }) => openQuestions),
      MOST.openQuestions,
    ),
    chapters: chapters.length > 0 ? chapters : extractChapters(cutTranscript(segments)),
  }
}

function formatRequest(index: number, parts: number): string {
  return (
    `Summarize ${partNamed(index, parts)}: a headline, ${parts === 1 ? 'two to six paragraphs' : 'one or two paragraphs'}, the decisions, ` +
    `the action items, the open questions, and at most ${Math.ceil(MOST.chapters / parts / 2)} chapters.`
  )
}

/** Combines the parts to one headline and paragraphs. Each keeps the quotes of the notes that it uses. */
async function joinedBy(
  model: LanguageModel,
  read: readonly VerifiedSummary[],
  room: number,
  maxOutputTokens: number,
  signal: AbortSignal,
): Promise<Pick<SummaryContent, 'headline' | 'paragraphs'>> {
  const notes = read.flatMap(({ headline, paragraphs }) => [...(headline === null ? [] : [headline]), ...paragraphs])
  if (notes.length === 0) return { headline: null, paragraphs: [] }
  let data = notes.map(({ text }, index) => `[${index}] ${text}`).join('\n')
  // Notes are short, but many of them can exceed the context of a small model.
  for (let max = 600; estimateTokens(data) > room && max >= 75; max /= 2) {
    data = notes.map(({ text }, index) => `[${index}] ${shortened(text, max)}`).join('\n')
  }
  if (estimateTokens(data) > room) throw new ModelFault('too_long')
  const answer = await model.object({
    purpose: 'summary',
    system: JOINING,
    prompt: fencedData('notes', data, 'Make a headline and three to eight paragraphs of these notes.'),
    schema: joined,
    maxOutputTokens,
    signal,
  })
  const toSummaryLines = (
    { text, sources }: { text: string; sources: readonly number[] },
    max: number,
  ): SummaryLine[] => {
    const spans = [...new Set(sources)].flatMap((source) => notes[source]?.spans.slice(0, 2) ?? [])
    return spans.length === 0 || text.trim() === ''
      ? []
      : [{ text: shortened(text.trim(), max), spans: inOrder(spans) }]
  }
  return {
    headline: toSummaryLines(answer.headline, HEADLINE_MAX)[0] ?? null,
    paragraphs: answer.paragraphs.flatMap((paragraph) => toSummaryLines(paragraph, LINE_MAX)),
  }
}

const inOrder = (spans: readonly EvidenceSpan[]) => spans.toSorted((a, b) => a.segment - b.segment)

const firstLine = ([first]: readonly SummaryLine[]): SummaryLine | null =>
  first === undefined ? null : { text: shortened(first.text, HEADLINE_MAX), spans: first.spans }
