/**
 * Verifies the output of the language model against the transcript. A quote is valid if its words occur consecutively
 * in the named segment or a neighboring one; the spelling of the transcript is stored. Lines without a valid quote are
 * dropped, and so are lines that share no word with the text around their quotes. Owners must be people of the
 * conversation, and due dates must be words of the quoted segments; otherwise they become null.
 */
import { removeLastMarks } from '../../../core/sentence-marks.ts'
import { extractTerms } from '../../../core/terms.ts'
import {
  type ActionItem,
  type Chapter,
  createPeopleLookup,
  dueIn,
  type EvidenceSpan,
  HEADLINE_MAX,
  LINE_MAX,
  type SummaryContext,
  type SummaryLine,
  shortened,
  TITLE_MAX,
} from '../../text/extractive-summary/index.ts'
import { findQuote, type NamedQuote, spanFinder, uniqueSpans } from '../../text/model-input/index.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'
import type { SummaryOutput } from './prompt.ts'

export interface VerifiedSummary {
  readonly headline: SummaryLine | null
  readonly paragraphs: readonly SummaryLine[]
  readonly decisions: readonly SummaryLine[]
  readonly actionItems: readonly ActionItem[]
  readonly openQuestions: readonly SummaryLine[]
  /** Starts of chapters, in order. */
  readonly starts: readonly Start[]
}

export interface Start {
  readonly title: string
  readonly segment: number
  readonly spans: readonly EvidenceSpan[]
}

interface Claim {
  readonly text: string
  readonly evidence: readonly NamedQuote[]
}

const SPANS_MAX = 6

export function checkedAgainst(segments: readonly TranscriptSegment[], { people, saidOn }: SummaryContext) {
  const known = createPeopleLookup(people)
  const find = spanFinder(segments)
  const textAt = (index: number) => {
    const segment = segments[index]
    return segment === undefined ? '' : segmentText(segment)
  }

  function verifyLine({ text, evidence }: Claim, max = LINE_MAX): SummaryLine[] {
    const said = text.replace(/\s+/g, ' ').replaceAll('\u0000', '').toWellFormed().trim()
    const spans = uniqueSpans(evidence.slice(0, SPANS_MAX).flatMap((named) => find(named) ?? []))
    return said === '' || spans.length === 0 || !isAbout(said, spans) ? [] : [{ text: shortened(said, max), spans }]
  }

  function isAbout(text: string, spans: readonly EvidenceSpan[]): boolean {
    const wanted = new Set(extractTerms(text))
    if (wanted.size === 0) return true
    return spans.some(({ segment }) =>
      [-2, -1, 0, 1, 2].some((step) => extractTerms(textAt(segment + step)).some((term) => wanted.has(term))),
    )
  }

  function verifyActionItem({ owner, due, ...claim }: SummaryOutput['actionItems'][number]): ActionItem[] {
    return verifyLine(claim).map((line) => {
      const around = line.spans.map(({ segment }) => textAt(segment)).join('\n')
      const quote = due === null ? undefined : findQuote(around, due)
      const said = quote === undefined ? undefined : removeLastMarks(quote)
      return {
        ...line,
        owner: owner === null ? null : known.called(owner),
        due: said ?? null,
        dueDate: said === undefined ? null : (dueIn(said, saidOn)?.date ?? null),
      }
    })
  }

  return (asked: SummaryOutput): VerifiedSummary => ({
    headline: verifyLine(asked.headline, HEADLINE_MAX)[0] ?? null,
    paragraphs: asked.paragraphs.flatMap((claim) => verifyLine(claim)),
    decisions: asked.decisions.flatMap((claim) => verifyLine(claim)),
    actionItems: asked.actionItems.flatMap(verifyActionItem),
    openQuestions: asked.openQuestions.flatMap((claim) => verifyLine(claim)),
    starts: asked.chapters.flatMap(({ title, firstSegment, evidence }) =>
      verifyLine({ text: title, evidence }, TITLE_MAX).map(({ text, spans }) => ({
        title: text,
        segment: firstSegment,
        spans,
      })),
    ),
  })
}

/** Converts chapter starts to chapters. The first starts with the conversation; each ends where the next one starts. */
export function chaptersFromStarts(segments: readonly TranscriptSegment[], starts: readonly Start[]): Chapter[] {
  const within = starts
    .filter(({ segment }) => segment < segments.length && segment >= 0)
    .toSorted((a, b) => a.segment - b.segment)
    .filter(({ segment }, index, all) => index === 0 || segment !== all[index - 1]?.segment)
  return within.map(({ title, segment, spans }, index) => {
    const firstSegment = index === 0 ? 0 : segment
    const lastSegment = (within[index + 1]?.segment ?? segments.length) - 1
    const inside = segments.slice(firstSegment, lastSegment + 1)
    const ends = inside.flatMap(({ end }) => (end === null ? [] : [end]))
    return {
      title,
      firstSegment,
      lastSegment,
      start: inside.find(({ start }) => start !== null)?.start ?? null,
      end: ends.length === 0 ? null : ends.reduce((most, end) => Math.max(most, end)),
      spans,
    }
  })
}
