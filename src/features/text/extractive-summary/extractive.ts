/** Extractive summary without a language model, composed of sentences of the transcript. */
import type { CutTranscript } from '../passages/index.ts'
import { extractActionItems } from './action-items.ts'
import { splitIntoChapters } from './chapters.ts'
import { extractDecisions } from './decisions.ts'
import {
  type Chapter,
  type EvidenceSpan,
  NOTHING_SAID,
  type SummaryContent,
  type SummaryParticipant,
  shortened,
  TITLE_MAX,
} from './model.ts'
import { extractOpenQuestions } from './open-questions.ts'
import { createPeopleLookup } from './owners.ts'
import { composeSummaryText } from './paragraphs.ts'
import { splitTranscriptSentences, type TranscriptSentence } from './sentences.ts'
import { findServiceContact } from './service-contacts.ts'
import { chooseTitles } from './titles.ts'

export interface SummaryContext {
  /** Speakers and participants. */
  readonly people: readonly SummaryParticipant[]
  /** Start of the conversation. Undefined if unknown. */
  readonly saidOn: Date | undefined
}

export function extractiveSummary(cut: CutTranscript, { people, saidOn }: SummaryContext): SummaryContent {
  const sentences = splitTranscriptSentences(cut)
  if (sentences.every(({ text }) => text === '')) return NOTHING_SAID
  const parts = splitIntoChapters(cut, sentences)
  const isClear = unqualified(sentences)
  const decisions = extractDecisions(sentences).filter(isClear)
  const contact = findServiceContact(sentences)
  // The request of a contact isn't a task of the caller, unless it has a date.
  const isRequest = (spans: readonly EvidenceSpan[]) => spans[0] !== undefined && spans[0] === contact?.request.spans[0]
  const actionItems = extractActionItems(sentences, createPeopleLookup(people), saidOn)
    .filter(isClear)
    .filter(({ spans, due }) => due !== null || !isRequest(spans))
  return {
    ...composeSummaryText(sentences, parts, { decisions, actionItems }, contact),
    decisions,
    actionItems,
    openQuestions: extractOpenQuestions(sentences),
    chapters: chaptersFrom(cut, sentences, parts),
  }
}

/** Returns a filter for lines whose sentences mean the same without their neighbors. */
function unqualified(
  sentences: readonly TranscriptSentence[],
): (line: { readonly spans: readonly EvidenceSpan[] }) => boolean {
  const key = ({ segment, quote }: EvidenceSpan) => `${segment} ${quote}`
  const turned = new Set(sentences.filter(({ qualified }) => qualified).flatMap(({ spans }) => spans.map(key)))
  return ({ spans }) => !spans.some((span) => turned.has(key(span)))
}

/** Returns only the chapters of a conversation. */
export function extractChapters(cut: CutTranscript): Chapter[] {
  const sentences = splitTranscriptSentences(cut)
  return chaptersFrom(cut, sentences, splitIntoChapters(cut, sentences))
}

function chaptersFrom(
  cut: CutTranscript,
  sentences: readonly TranscriptSentence[],
  parts: ReturnType<typeof splitIntoChapters>,
): Chapter[] {
  const titles = chooseTitles(parts, sentences)
  return parts.map(({ from, to }, index) => {
    const title = titles[index]
    const [first, last] = [sentences[from], sentences[to - 1]]
    const spoken =
      title !== undefined && title.sentences.length > 0 ? title.sentences : first === undefined ? [] : [first]
    const [firstSegment, lastSegment] = [first?.spans[0]?.segment ?? 0, last?.spans.at(-1)?.segment ?? 0]
    return {
      title: title === undefined || title.text === '' ? nameless(sentences.slice(from, to)) : title.text,
      firstSegment,
      lastSegment,
      ...findTimes(cut, first, last),
      spans: uniqueSpans(spoken.toSorted((a, b) => a.position - b.position)),
    }
  })
}

/** Fallback title of a chapter without distinctive phrases: its first words. */
function nameless(sentences: readonly TranscriptSentence[]): string {
  const [first] = sentences
  const telling = sentences.find(({ text }) => text !== '')?.text ?? first?.spans[0]?.quote ?? ''
  return shortened(telling, TITLE_MAX)
}

function findTimes(
  { lines }: CutTranscript,
  first: TranscriptSentence | undefined,
  last: TranscriptSentence | undefined,
) {
  const within = lines.slice(first?.firstLine ?? 0, (last?.lastLine ?? 0) + 1)
  const ends = within.flatMap(({ end }) => (end === null ? [] : [end]))
  return {
    start: within.find(({ start }) => start !== null)?.start ?? null,
    // Speech overlaps: the segment that starts last doesn't always end last.
    end: ends.length === 0 ? null : ends.reduce((most, end) => Math.max(most, end)),
  }
}

function uniqueSpans(sentences: readonly TranscriptSentence[]): EvidenceSpan[] {
  return [...new Set(sentences)].flatMap(({ spans }) => spans)
}
