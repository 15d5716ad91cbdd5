/** Extractive summary without a language model, composed of sentences of the transcript. */
import type { CutTranscript } from '../passages/index.ts'
import { actionItemsOf } from './action-items.ts'
import { partsOf } from './chapters.ts'
import { decisionsOf } from './decisions.ts'
import {
  type Chapter,
  NOTHING_SAID,
  type Person,
  type Span,
  type SummaryContent,
  shortened,
  TITLE_MAX,
} from './model.ts'
import { openQuestionsOf } from './open-questions.ts'
import { peopleOf } from './owners.ts'
import { toldOf } from './paragraphs.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { titlesOf } from './titles.ts'

export interface Surroundings {
  /** Speakers and participants. */
  readonly people: readonly Person[]
  /** Start of the conversation. Undefined if unknown. */
  readonly saidOn: Date | undefined
}

export function extractiveSummary(cut: CutTranscript, { people, saidOn }: Surroundings): SummaryContent {
  const sentences = sentencesOf(cut)
  if (sentences.every(({ text }) => text === '')) return NOTHING_SAID
  const parts = partsOf(cut, sentences)
  const isClear = unqualified(sentences)
  const decisions = decisionsOf(sentences).filter(isClear)
  const actionItems = actionItemsOf(sentences, peopleOf(people), saidOn).filter(isClear)
  return {
    ...toldOf(sentences, parts, { decisions, actionItems }),
    decisions,
    actionItems,
    openQuestions: openQuestionsOf(sentences),
    chapters: chaptersFrom(cut, sentences, parts),
  }
}

/** Returns a filter for lines whose sentences mean the same without their neighbors. */
function unqualified(sentences: readonly Sentence[]): (line: { readonly spans: readonly Span[] }) => boolean {
  const key = ({ segment, quote }: Span) => `${segment} ${quote}`
  const turned = new Set(sentences.filter(({ qualified }) => qualified).flatMap(({ spans }) => spans.map(key)))
  return ({ spans }) => !spans.some((span) => turned.has(key(span)))
}

/** Returns only the chapters of a conversation. */
export function chaptersOf(cut: CutTranscript): Chapter[] {
  const sentences = sentencesOf(cut)
  return chaptersFrom(cut, sentences, partsOf(cut, sentences))
}

function chaptersFrom(
  cut: CutTranscript,
  sentences: readonly Sentence[],
  parts: ReturnType<typeof partsOf>,
): Chapter[] {
  const titles = titlesOf(parts, sentences)
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
      ...timesOf(cut, first, last),
      spans: uniqueSpans(spoken.toSorted((a, b) => a.position - b.position)),
    }
  })
}

/** Fallback title of a chapter without distinctive phrases: its first words. */
function nameless(sentences: readonly Sentence[]): string {
  const [first] = sentences
  const telling = sentences.find(({ text }) => text !== '')?.text ?? first?.spans[0]?.quote ?? ''
  return shortened(telling, TITLE_MAX)
}

function timesOf({ lines }: CutTranscript, first: Sentence | undefined, last: Sentence | undefined) {
  const within = lines.slice(first?.firstLine ?? 0, (last?.lastLine ?? 0) + 1)
  const ends = within.flatMap(({ end }) => (end === null ? [] : [end]))
  return {
    start: within.find(({ start }) => start !== null)?.start ?? null,
    // Speech overlaps: the segment that starts last doesn't always end last.
    end: ends.length === 0 ? null : ends.reduce((most, end) => Math.max(most, end)),
  }
}

function uniqueSpans(sentences: readonly Sentence[]): Span[] {
  return [...new Set(sentences)].flatMap(({ spans }) => spans)
}
