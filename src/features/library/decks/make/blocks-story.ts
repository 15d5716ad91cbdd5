/** Slides about the course: cover, timeline, chapters and quotes. */
import { clockTime } from '../../../../core/timecode.ts'
import {
  cleanSentence,
  type EvidenceSpan,
  type SummaryLine,
  splitParagraph,
} from '../../../text/extractive-summary/index.ts'
import { type Cite, fitLine, formatDay, formatSpeakerTime, ROOM, type SlideOf } from '../model/index.ts'
import { formatPeriod } from './blocks-numbers.ts'
import { cued } from './cues.ts'
import { type DeckConversation, type DeckInput, findSpeakerSide } from './material.ts'
import type { SalesCue } from './read-talk.ts'
import {
  type BlockSlides,
  bullets,
  citeSpans,
  listConversationIds,
  pageTitle,
  paginate,
  quoteSlide,
  sentencesWithin,
  timeline,
  toPoint,
} from './slide-builders.ts'

/** Names of the deck types. */
export const KINDS = {
  recap: 'Recap',
  proposal: 'Proposal',
  business_review: 'Business review',
  pitch: 'Pitch',
  custom: 'Presentation',
} as const
export type DeckKind = keyof typeof KINDS

const NAMES_MAX = 5

export function cover(material: DeckInput, type: DeckKind): SlideOf<'title'> {
  const { conversations, title } = material
  const [only] = conversations
  const isOne = conversations.length === 1 && only !== undefined
  const of = material.type === 'conversation' || material.type === 'snippet' ? listConversationIds(conversations) : []
  const left = material.total - conversations.length
  return {
    layout: 'title',
    title: fitLine(title, ROOM.title),
    of,
    subtitle: isOne ? `${KINDS[type]}, ${formatDay(only.at)}` : `${KINDS[type]}, ${formatPeriod(conversations)}`,
    line: isOne ? namesIn(only) : `${conversations.length} conversations`,
    notes:
      left > 0
        ? [{ text: `Based on the newest ${conversations.length} of ${material.total} conversations.`, of: [] }]
        : [{ text: isOne ? 'Based on one conversation.' : `Based on ${conversations.length} conversations.`, of: [] }],
  }
}

function namesIn({ speakers }: DeckConversation): string {
  const names = speakers.map(({ name }) => name)
  const told = names.slice(0, NAMES_MAX).join(' · ')
  const more = names.length - NAMES_MAX
  return fitLine(more > 0 ? `${told} and ${more} more` : told, ROOM.subtitle)
}

const COURSE_PAGES = 3

/** Chapters of a conversation. For several conversations, the first and the newest ones. */
export function course({ conversations }: DeckInput): BlockSlides {
  const [only] = conversations
  if (conversations.length === 1 && only !== undefined) {
    const events = toChapterEvents(only)
    if (events.length < 2) return []
    const told = events.slice(0, COURSE_PAGES * ROOM.events)
    return paginate(told, ROOM.events).map((page, at) => timeline(pageTitle('Course of the conversation', at), page))
  }
  const [first, ...rest] = conversations.map(toEvent)
  if (first === undefined || rest.length === 0) return []
  const out = rest.length - (ROOM.events - 1)
  const slide = timeline('History', [first, ...rest.slice(-(ROOM.events - 1))])
  const notes =
    out > 0
      ? [
          {
            text: `The slide omits ${out} ${out === 1 ? 'conversation' : 'conversations'} after the first one.`,
            of: [],
          },
        ]
      : []
  return [{ ...slide, notes }]
}

type Event = SlideOf<'timeline'>['events'][number]

const toChapterEvents = (talk: DeckConversation): Event[] =>
  talk.summary.chapters.map(({ title, start, spans }) => ({
    when: start === null ? '' : clockTime(start),
    title: fitLine(title, ROOM.eventTitle),
    text: fitLine(cleanSentence(spans.map(({ quote }) => quote).join(' ')), ROOM.eventText),
    ...citeSpans(talk, spans),
  }))

const toEvent = (talk: DeckConversation): Event => ({
  when: formatDay(talk.at),
  title: fitLine(talk.title, ROOM.eventTitle),
  text: fitLine(talk.summary.headline?.text ?? '', ROOM.eventText),
  ...citeSpans(talk, talk.summary.headline?.spans ?? []),
})

/** One slide per chapter with its most important sentences, for long decks. */
export function chapters({ conversations }: DeckInput): BlockSlides {
  const [only] = conversations
  if (conversations.length !== 1 || only === undefined) return conversations.flatMap(talkSlide)
  const { summary } = only
  const lines = [...summary.paragraphs, ...summary.decisions]
  return summary.chapters.flatMap(({ title, firstSegment, lastSegment }) => {
    const own = lines.filter(({ spans: [span] }) => {
      const at = span?.segment ?? -1
      return at >= firstSegment && at <= lastSegment
    })
    if (own.length === 0) return []
    const sentences = own.flatMap(splitIntoPoints)
    const points = sentences.slice(0, ROOM.points).map((line) => toPoint(only, line))
    return [{ ...bullets(title, points), of: [only.id] }]
  })
}

/** Minimum number of words of a line. */
const WORDS_MIN = 4

/** Lines of a paragraph that say something by themselves, or the paragraph. */
function splitIntoPoints(paragraph: SummaryLine): SummaryLine[] {
  const lines = splitParagraph(paragraph).filter(({ text }) => text.split(/\s+/).length >= WORDS_MIN)
  return lines.length > 0 ? lines : [paragraph]
}

/** Slide about one of several conversations. */
function talkSlide(talk: DeckConversation): BlockSlides {
  const points = talk.summary.paragraphs
    .flatMap(splitIntoPoints)
    .slice(0, ROOM.points)
    .map((line) => toPoint(talk, line))
  if (points.length === 0) return []
  return [{ ...bullets(`${formatDay(talk.at)}: ${talk.title}`, points), of: [talk.id] }]
}

const QUOTE_MIN = 40
const VOICE_PAGES = 4

/** Cues for quotes, most interesting first. */
const MOVING: readonly SalesCue[] = ['praise', 'needs', 'worries', 'goals']
const OF_EACH = 3

/**
 * Quotes of external speakers, or of all speakers if their sides are unknown.
 * @param said texts that other slides already contain
 */
export function voices(material: DeckInput, said: ReadonlySet<string> = new Set()): BlockSlides {
  const cues = MOVING.map((cue) => cued(material, cue, OF_EACH, said))
  // Takes one quote of each cue before the second of any.
  const moving = Array.from({ length: OF_EACH }, (_, at) => cues.flatMap((found) => found[at] ?? [])).flat()
  const [first] = moving
  const quoted =
    first === undefined
      ? central(material)
      : moving.flatMap(({ talk, quote, cites }): Quoted[] =>
          [...quote].length < QUOTE_MIN ? [] : [{ talk, text: quote, cites }],
        )
  const once = quoted.filter(({ text }, at) => quoted.findIndex((other) => other.text === text) === at)
  return paginate(once.slice(0, VOICE_PAGES * ROOM.quotes), ROOM.quotes).map((page, at) =>
    quoteSlide(
      pageTitle('In their own words', at),
      page.map(({ talk, text, cites }) => ({
        text: sentencesWithin(text, page.length === 1 ? ROOM.quote : ROOM.halfQuote),
        who: cites[0] === undefined ? '' : creditFor(material, talk, cites[0]),
        of: [talk.id],
        cites: [...cites],
      })),
    ),
  )
}

export function creditFor(
  { conversations }: DeckInput,
  talk: DeckConversation,
  span: Pick<EvidenceSpan, 'speaker' | 'start'>,
): string {
  const who = formatSpeakerTime(span)
  return fitLine(
    conversations.length === 1 ? who : [who, formatDay(talk.at)].filter((part) => part !== '').join(' · '),
    ROOM.subtitle,
  )
}

interface Quoted {
  readonly talk: DeckConversation
  /** Verbatim text: consecutive spans of one speaker. */
  readonly text: string
  readonly cites: readonly Cite[]
}

/** Quotes about the main points, if no cue matches. From external speakers, if there are any. */
function central({ conversations }: DeckInput): Quoted[] {
  const all = conversations.toReversed().flatMap((talk) => {
    const { summary, values } = talk
    const quotes = [
      ...values.map(({ evidence }) => evidence.map((one) => ({ ...one, end: null }))),
      ...summary.paragraphs.flatMap(splitIntoPoints).map(({ spans }) => spans),
    ]
    return quotes.flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const spans = [first, ...others.filter(({ speaker }) => speaker === first.speaker)]
      const text = spans.map(({ quote }) => quote.trim()).join(' ')
      return [{ talk, spans, text, internal: findSpeakerSide(talk, first.speaker) }]
    })
  })
  const sided = all.some(({ internal }) => internal === false)
  return all
    .filter(
      ({ text, internal }) => [...text].length >= QUOTE_MIN && !text.endsWith('?') && (!sided || internal === false),
    )
    .map(({ talk, spans, text }) => ({ talk, text, cites: citeSpans(talk, spans).cites }))
}
