/** How it came about: the cover, the course of a conversation or of several, what each chapter says, and voices. */
import { clockTime } from '../../core/clock-time.ts'
import { type Cite, dayOf, fitted, ROOM, type SlideOf, spokenBy } from '../deck-slides/index.ts'
import { cleaned, type Span } from '../gist/index.ts'
import { segmentText } from '../transcripts/index.ts'
import { spanOf } from './blocks-numbers.ts'
import { type Cue, cued } from './cues.ts'
import { type Material, sideOf, type Talk } from './material.ts'
import {
  bullets,
  citeOf,
  groundsOf,
  idsOf,
  type Made,
  pagesOf,
  pageTitle,
  pointOf,
  quoteSlide,
  sentencesWithin,
  timeline,
} from './pieces.ts'

/** What each kind of deck calls itself. */
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
        ? [{ text: `Made of the newest ${talks.length} of ${material.total} conversations.`, of: [] }]
        : [{ text: isOne ? 'Made of one conversation.' : `Made of ${talks.length} conversations.`, of: [] }],
  }
}

function namesIn({ speakers }: Talk): string {
  const names = speakers.map(({ name }) => name)
  const told = names.slice(0, NAMES_MAX).join(' · ')
  const more = names.length - NAMES_MAX
  return fitted(more > 0 ? `${told} and ${more} more` : told, ROOM.subtitle)
}

const COURSE_PAGES = 3

/** The chapters of one conversation; of several how it began, and the newest ones. */
export function course({ talks }: Material): Made {
  const [only] = talks
  if (talks.length === 1 && only !== undefined) {
    const events = chaptersOf(only)
    if (events.length < 2) return []
    const told = events.slice(0, COURSE_PAGES * ROOM.events)
    return pagesOf(told, ROOM.events).map((page, at) => timeline(pageTitle('How the conversation went', at), page))
  }
  const [first, ...rest] = talks.map(eventOf)
  if (first === undefined || rest.length === 0) return []
  const out = rest.length - (ROOM.events - 1)
  const slide = timeline('How we got here', [first, ...rest.slice(-(ROOM.events - 1))])
  const notes = out > 0 ? [{ text: `Between the first one and the others ${out} more took place.`, of: [] }] : []
  return [{ ...slide, notes }]
}

type Event = SlideOf<'timeline'>['events'][number]

const chaptersOf = (talk: Talk): Event[] =>
  talk.summary.chapters.map(({ title, start, spans }) => ({
    when: start === null ? '' : clockTime(start),
    title: fitted(title, ROOM.eventTitle),
    text: fitted(cleaned(spans.map(({ quote }) => quote).join(' ')), ROOM.eventText),
    ...groundsOf(talk, spans),
  }))

const eventOf = (talk: Talk): Event => ({
  when: dayOf(talk.at),
  title: fitted(talk.title, ROOM.eventTitle),
  text: fitted(talk.summary.headline?.text ?? '', ROOM.eventText),
  ...groundsOf(talk, talk.summary.headline?.spans ?? []),
})

/** Each chapter by itself: its most telling sentences. For decks that want to be long. */
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

/** A paragraph line by line, as far as its spans are its sentences. */
function sentencesOf({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }) {
  const pieces = spans.flatMap((span) => {
    const said = cleaned(span.quote)
    return said.split(/\s+/).length < 4 ? [] : [{ text: said, spans: [span] }]
  })
  return pieces.length > 0 ? pieces : [{ text, spans }]
}

/** One of several conversations by itself. */
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

/** What moves people, in the order of how gladly it is read. */
const MOVING: readonly Cue[] = ['praise', 'needs', 'worries', 'goals']
const OF_EACH = 3

/**
 * What the other side says in its own words; whoever speaks, where nobody knows the sides.
 * @param said what stands on other slides already
 */
export function voices(material: Material, said: ReadonlySet<string> = new Set()): Made {
  const cues = MOVING.map((cue) => cued(material, cue, OF_EACH, said))
  // One of each before the second of any.
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
  /** Verbatim: spans of one speaker in a row. */
  readonly text: string
  readonly cite: Cite
}

/** Where no cue is met: what the conversations turn on, of the other side where there is one. */
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

/** The sentences of the segment that hold the quote, as far as they are not too long. */
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
