/** Slides about the course: cover, timeline, chapters and quotes. */
import { clockTime } from '../../../../core/timecode.ts'
import { cleaned, type Span } from '../../../text/extractive-summary/index.ts'
import { segmentText } from '../../../text/transcripts/index.ts'
import { type Cite, dayOf, fitted, ROOM, type SlideOf, spokenBy } from '../model/index.ts'
import { spanOf } from './blocks-numbers.ts'
import { type Cue, cued } from './cues.ts'
import { type Material, sideOf, type Talk } from './material.ts'
import {
  bullets,
  citeOf,
  citeSpans,
  idsOf,
  type Made,
  pagesOf,
  pageTitle,
  pointOf,
  quoteSlide,
  sentencesWithin,
  timeline,
} from './slide-builders.ts'

/** Names of the deck types. */
export const KINDS = {
  recap: 'Recap',
  proposal: 'Proposal',
  business_review: 'Business review',
  pitch: 'Pitch',
  custom: 'Presentation',
} as const
export type DeckType = keyof typeof KINDS

const NAMES_MAX = 5

export function cover(material: Material, type: DeckType): SlideOf<'title'> {
  const { talks, title } = material
  const [only] = talks
  const isOne = talks.length === 1 && only !== undefined
  const of = material.type === 'conversation' || material.type === 'snippet' ? idsOf(talks) : []
  const left = material.total - talks.length
  return {
    layout: 'title',
    title: fitted(title, ROOM.title),
    of,
    subtitle: isOne ? `${KINDS[type]}, ${dayOf(only.at)}` : `${KINDS[type]}, ${spanOf(talks)}`,
    line: isOne ? namesIn(only) : `${talks.length} conversations`,
    notes:
      left > 0
        ? [{ text: `Based on the newest ${talks.length} of ${material.total} conversations.`, of: [] }]
        : [{ text: isOne ? 'Based on one conversation.' : `Based on ${talks.length} conversations.`, of: [] }],
  }
}

function namesIn({ speakers }: Talk): string {
  const names = speakers.map(({ name }) => name)
  const told = names.slice(0, NAMES_MAX).join(' · ')
  const more = names.length - NAMES_MAX
  return fitted(more > 0 ? `${told} and ${more} more` : told, ROOM.subtitle)
}

const COURSE_PAGES = 3

/** Chapters of a conversation. For several conversations, the first and the newest ones. */
export function course({ talks }: Material): Made {
  const [only] = talks
  if (talks.length === 1 && only !== undefined) {
    const events = chaptersOf(only)
    if (events.length < 2) return []
    const told = events.slice(0, COURSE_PAGES * ROOM.events)
    return pagesOf(told, ROOM.events).map((page, at) => timeline(pageTitle('Course of the conversation', at), page))
  }
  const [first, ...rest] = talks.map(eventOf)
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

const chaptersOf = (talk: Talk): Event[] =>
  talk.summary.chapters.map(({ title, start, spans }) => ({
    when: start === null ? '' : clockTime(start),
    title: fitted(title, ROOM.eventTitle),
    text: fitted(cleaned(spans.map(({ quote }) => quote).join(' ')), ROOM.eventText),
    ...citeSpans(talk, spans),
  }))

const eventOf = (talk: Talk): Event => ({
  when: dayOf(talk.at),
  title: fitted(talk.title, ROOM.eventTitle),
  text: fitted(talk.summary.headline?.text ?? '', ROOM.eventText),
  ...citeSpans(talk, talk.summary.headline?.spans ?? []),
})

/** One slide per chapter with its most important sentences, for long decks. */
export function chapters({ talks }: Material): Made {
  const [only] = talks
  if (talks.length !== 1 || only === undefined) return talks.flatMap(talkSlide)
  const { summary } = only
  const lines = [...summary.paragraphs, ...summary.decisions]
  return summary.chapters.flatMap(({ title, firstSegment, lastSegment }) => {
    const own = lines.filter(({ spans: [span] }) => {
      const at = span?.segment ?? -1
      return at >= firstSegment && at <= lastSegment
    })
    if (own.length === 0) return []
    const sentences = own.flatMap(sentencesOf)
    const points = sentences.slice(0, ROOM.points).map((line) => pointOf(only, line))
    return [{ ...bullets(title, points), of: [only.id] }]
  })
}

/** Splits a paragraph into lines, if its spans are its sentences. */
function sentencesOf({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }) {
  const pieces = spans.flatMap((span) => {
    const said = cleaned(span.quote)
    return said.split(/\s+/).length < 4 ? [] : [{ text: said, spans: [span] }]
  })
  return pieces.length > 0 ? pieces : [{ text, spans }]
}

/** Slide about one of several conversations. */
function talkSlide(talk: Talk): Made {
  const points = talk.summary.paragraphs
    .flatMap(sentencesOf)
    .slice(0, ROOM.points)
    .map((line) => pointOf(talk, line))
  if (points.length === 0) return []
  return [{ ...bullets(`${dayOf(talk.at)}: ${talk.title}`, points), of: [talk.id] }]
}

const QUOTE_MIN = 40
const VOICE_PAGES = 4

/** Cues for quotes, most interesting first. */
const MOVING: readonly Cue[] = ['praise', 'needs', 'worries', 'goals']
const OF_EACH = 3

/**
 * Quotes of external speakers, or of all speakers if their sides are unknown.
 * @param said texts that other slides already contain
 */
export function voices(material: Material, said: ReadonlySet<string> = new Set()): Made {
  const cues = MOVING.map((cue) => cued(material, cue, OF_EACH, said))
  // Takes one quote of each cue before the second of any.
  const moving = Array.from({ length: OF_EACH }, (_, at) => cues.flatMap((found) => found[at] ?? [])).flat()
  const [first] = moving
  const quoted =
    first === undefined
      ? central(material)
      : moving.flatMap(({ talk, quote, cites: [cite] }): Quoted[] =>
          cite === undefined || [...quote].length < QUOTE_MIN ? [] : [{ talk, text: quote, cite }],
        )
  const once = quoted.filter(({ text }, at) => quoted.findIndex((other) => other.text === text) === at)
  return pagesOf(once.slice(0, VOICE_PAGES * ROOM.quotes), ROOM.quotes).map((page, at) =>
    quoteSlide(
      pageTitle('In their own words', at),
      page.map(({ talk, text, cite }) => ({
        text: sentencesWithin(text, page.length === 1 ? ROOM.quote : ROOM.halfQuote),
        who: creditFor(material, talk, cite),
        of: [talk.id],
        cites: [cite],
      })),
    ),
  )
}

export function creditFor({ talks }: Material, talk: Talk, span: Pick<Span, 'speaker' | 'start'>): string {
  const who = spokenBy(span)
  return fitted(
    talks.length === 1 ? who : [who, dayOf(talk.at)].filter((part) => part !== '').join(' · '),
    ROOM.subtitle,
  )
}

interface Quoted {
  readonly talk: Talk
  /** Verbatim text: consecutive spans of one speaker. */
  readonly text: string
  readonly cite: Cite
}

/** Quotes about the main points, if no cue matches. From external speakers, if there are any. */
function central({ talks }: Material): Quoted[] {
  const all = talks.toReversed().flatMap((talk) => {
    const { summary, values } = talk
    const spans = [
      ...values.flatMap(({ evidence }) => evidence.slice(0, 1).map((one) => ({ ...one, end: null }))),
      ...summary.paragraphs.flatMap((paragraph) => paragraph.spans),
    ]
    return spans.map((span) => ({ talk, span, text: wholeSentence(talk, span), internal: sideOf(talk, span.speaker) }))
  })
  const sided = all.some(({ internal }) => internal === false)
  return all
    .filter(
      ({ text, internal }) => [...text].length >= QUOTE_MIN && !text.endsWith('?') && (!sided || internal === false),
    )
    .map(({ talk, span, text }) => ({ talk, text, cite: citeOf(talk.id, { ...span, quote: text }) }))
}

/** Returns the sentences of the segment that contain the quote, unless they are too long. */
function wholeSentence(talk: Talk, { segment, quote }: Span): string {
  const said = talk.segments[segment]
  const text = said === undefined ? '' : segmentText(said)
  const at = text.indexOf(quote)
  if (at === -1) return quote.trim()
  const before = Math.max(...['. ', '? ', '! '].map((end) => text.lastIndexOf(end, at - 1) + end.length), 0)
  const from = before <= at && before >= 2 ? before : 0
  const behind = /[.!?…]["'”’)\]]*(?=\s|$)/.exec(text.slice(at + quote.length - 1))
  const to = behind === null ? text.length : at + quote.length - 1 + behind.index + behind[0].length
  const whole = text.slice(from, to).trim()
  return [...whole].length <= ROOM.quote ? whole : quote.trim()
}
