/** Slides with figures: talk time, durations, topics, trackers and scores. All numbers come from stored data. */
import { NUMBER_WORD } from '../../../../core/numbers.ts'
import { stemWord } from '../../../../core/stems.ts'
import { isTalk } from '../../../text/extractive-summary/index.ts'
import { type DeckFigure, fitLine, formatDay, type Remark, ROOM, type SlideOf } from '../model/index.ts'
import type { CountedValue, DeckConversation, DeckInput } from './material.ts'
import { type BlockSlides, chart, figure, formatDuration, table } from './slide-builders.ts'

type Row = SlideOf<'chart'>['rows'][number]

const percent = (share: number) => Math.round(share * 100)
const SPEAKERS = 8

/** Talk time by speaker. For several conversations, the internal share of each. */
export function talkShare({ conversations }: DeckInput): BlockSlides {
  const [only] = conversations
  if (conversations.length === 1 && only !== undefined) return shareOfOne(only)
  const rows = conversations.flatMap((talk): Row[] => {
    const share = talk.statistics?.internalTalkShare
    if (share === null || share === undefined) return []
    return [{ label: formatDay(talk.at), values: [percent(share), 100 - percent(share)], of: [talk.id] }]
  })
  if (rows.length < 2) return []
  return [
    chart('Talk time by conversation', {
      ...{ kind: 'column', unit: '%', series: ['Our side', 'Their side'], rows: rows.slice(-ROOM.bars) },
      notes: [FROM_STATISTICS],
    }),
  ]
}

const FROM_STATISTICS: Remark = { text: 'Source: statistics of the conversations.', of: [] }

function shareOfOne(talk: DeckConversation): BlockSlides {
  const of = [talk.id]
  const rows = talk.speakers
    .flatMap(({ name, share }): Row[] =>
      share === undefined ? [] : [{ label: fitLine(name, ROOM.label), values: [percent(share)], of }],
    )
    .slice(0, SPEAKERS)
  if (rows.length < 2) return []
  const { statistics } = talk
  const figures: DeckFigure[] = []
  const add = (label: string, value: string | number | null | undefined) => {
    if (value !== null && value !== undefined) figures.push(figure(label, value, of))
  }
  if (statistics !== undefined) {
    const { longestCustomerStory: story, questionsAsked, interactivity, silenceShare } = statistics
    add('questions asked', questionsAsked)
    add('longest customer story', story?.duration == null ? null : formatDuration(story.duration))
    add('speaker changes per minute', interactivity === null ? null : Math.round(interactivity * 10) / 10)
    add('silence', silenceShare === null ? null : `${percent(silenceShare)} %`)
  }
  return [
    chart('Talk time by speaker', {
      ...{ kind: 'bar', unit: '%', series: ['Share of talk time'], rows, figures: figures.slice(0, 3) },
      notes: [FROM_STATISTICS],
    }),
  ]
}

/** Minutes per chapter. For several conversations, minutes of each. */
export function timeSpent({ conversations }: DeckInput): BlockSlides {
  const [only] = conversations
  const isOne = conversations.length === 1 && only !== undefined
  const rows = isOne
    ? only.summary.chapters.flatMap(({ title, start, end }): Row[] =>
        start === null || end === null
          ? []
          : [{ label: fitLine(title, ROOM.label), values: [minutes(end - start)], of: [only.id] }],
      )
    : conversations.flatMap(({ id, at, duration }): Row[] =>
        duration === undefined ? [] : [{ label: formatDay(at), values: [minutes(duration)], of: [id] }],
      )
  const told = isOne ? selectLongestRows(rows) : rows.slice(-12)
  // A single bar, or bars without length, show nothing.
  if (told.length < 2 || told.every(({ values: [value = 0] }) => value < 0.5)) return []
  return [
    chart(isOne ? 'Time by chapter' : 'Duration of the conversations', {
      ...{ kind: isOne ? 'bar' : 'column', unit: 'minutes', series: ['Minutes'], rows: told },
      notes: [FROM_STATISTICS],
    }),
  ]
}

const minutes = (seconds: number) => Math.round(seconds / 6) / 10

/** Returns the longest rows in their original order. */
function selectLongestRows(rows: readonly Row[]): Row[] {
  const kept = new Set(rows.toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0)).slice(0, ROOM.bars))
  return rows.filter((row) => kept.has(row))
}

const MENTIONS = 8
/** Maximum number of key phrases per conversation to consider. */
const PHRASES = 15

export function topics({ conversations }: DeckInput): BlockSlides {
  const all = new Map<string, { label: string; count: number; weight: number; of: string[] }>()
  for (const talk of conversations) {
    for (const { text, count, score } of talk.phrases.slice(0, PHRASES)) {
      const key = text.toLowerCase()
      const known = all.get(key) ?? { label: text, count: 0, weight: 0, of: [] }
      const { label, weight, of } = known
      all.set(key, { label, count: known.count + count, weight: weight + score, of: [...of, talk.id] })
    }
  }
  const telling = [...all.values()].filter(({ label, count }) => count > 1 && isTelling(label))
  // Phrases of several words say more about a topic than single words.
  const several = telling.filter(({ label }) => label.includes(' '))
  const rows = (several.length >= TOPICS_MIN ? several : telling)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MENTIONS)
    .toSorted((a, b) => b.count - a.count)
    .map(({ label, count, of }): Row => ({ label: fitLine(label, ROOM.label), values: [count], of }))
  if (rows.length < 3) return []
  return [
    chart('Main topics', {
      ...{ kind: 'bar', unit: 'times', series: ['Mentions'], rows },
      notes: [{ text: 'Number of mentions, from the topics of the conversations.', of: [] }],
    }),
  ]
}

const TOPICS_MIN = 5
const NUMBER = new RegExp(
  String.raw`^(?:\d[\d.,]*|${NUMBER_WORD}|half|percent|months?|weeks?|days?|hours?|minutes?)$`,
  'i',
)

/** Whether the phrase contains more than numbers and filler words. */
const isTelling = (phrase: string): boolean =>
  phrase.split(/[\s-]+/).some((word) => !NUMBER.test(word) && !isTalk(stemWord(word.toLowerCase())))

export function trackers(material: DeckInput): BlockSlides {
  const rows = sumCounts(material, (talk) => talk.trackers)
  if (rows.length === 0) return []
  return [
    chart('Tracked phrases', {
      ...{ kind: 'bar', unit: 'times', series: ['Mentions'], rows: rows.slice(0, MENTIONS) },
      notes: [{ text: 'Number of matches of the trackers.', of: [] }],
    }),
  ]
}

/** Sums the counts of the same text in all conversations. */
function sumCounts({ conversations }: DeckInput, counted: (talk: DeckConversation) => readonly CountedValue[]): Row[] {
  const all = new Map<string, { label: string; count: number; of: string[] }>()
  for (const talk of conversations) {
    for (const { text, count } of counted(talk)) {
      const known = all.get(text.toLowerCase())
      if (known === undefined) all.set(text.toLowerCase(), { label: text, count, of: [talk.id] })
      else all.set(text.toLowerCase(), { ...known, count: known.count + count, of: [...known.of, talk.id] })
    }
  }
  return [...all.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ label, count, of }) => ({ label: fitLine(label, ROOM.label), values: [count], of }))
}

const place = ({ score, min, max }: { score: number; min: number; max: number }) =>
  max === min ? 0 : Math.round((100 * (score - min)) / (max - min))

/** Scores of the scorecard items. For several conversations, the course of the average score. */
export function scores({ conversations }: DeckInput): BlockSlides {
  const [only] = conversations
  if (conversations.length === 1 && only !== undefined) {
    return only.scorings.slice(0, 2).flatMap(({ title, summary, items }) => {
      const rows = items.map(
        (item): Row => ({
          label: fitLine(item.title, ROOM.label),
          values: [place(item.numericResult)],
          of: [only.id],
        }),
      )
      if (rows.length === 0) return []
      return [
        chart(`Scorecard: ${title}`, {
          ...{ kind: 'bar', unit: 'points', series: ['Points of 100'], rows: rows.slice(0, ROOM.bars) },
          figures: [figure('average of 100', Math.round(summary.averageScore), [only.id])],
          notes: [{ text: 'Each score is converted from its scale to 0 to 100.', of: [] }],
        }),
      ]
    })
  }
  const rows = conversations.flatMap((talk): Row[] => {
    const averages = talk.scorings.map(({ summary }) => summary.averageScore)
    if (averages.length === 0) return []
    const mean = averages.reduce((sum, one) => sum + one, 0) / averages.length
    return [{ label: formatDay(talk.at), values: [Math.round(mean)], of: [talk.id] }]
  })
  if (rows.length < 2) return []
  return [
    chart('Scores of the conversations', {
      ...{ kind: 'line', unit: 'points', series: ['Average of 100'], rows: rows.slice(-12) },
      notes: [{ text: 'Average of all scorecards of each conversation.', of: [] }],
    }),
  ]
}

const PEOPLE = 8

/** Participants with their side and share of talk time. */
export function people({ conversations }: DeckInput): BlockSlides {
  const known = new Map<string, { name: string; internal: boolean | undefined; talks: string[]; share: number }>()
  for (const talk of conversations) {
    for (const { name, internal, share = 0 } of talk.speakers) {
      const one = known.get(name.toLowerCase())
      if (one === undefined) known.set(name.toLowerCase(), { name, internal, talks: [talk.id], share })
      else known.set(name.toLowerCase(), { ...one, talks: [...one.talks, talk.id], share: one.share + share })
    }
  }
  const all = [...known.values()].toSorted((a, b) => b.talks.length - a.talks.length || b.share - a.share)
  if (all.length < 2) return []
  const isOne = conversations.length === 1
  const rows = all.slice(0, PEOPLE).map(({ name, internal, talks: of, share }) => ({
    cells: [
      fitLine(name, ROOM.cell),
      internal === undefined ? '' : internal ? 'Our side' : 'Their side',
      isOne ? `${percent(share)} % of talk time` : of.length === 1 ? '1 conversation' : `${of.length} conversations`,
    ],
    of,
    cites: [],
  }))
  const sided = rows.some(({ cells: [, side] }) => side !== '')
  return [
    sided
      ? table('Participants', NAMED, rows)
      : table(
          'Participants',
          NAMED.filter(([name]) => name !== 'Side'),
          rows.map(({ cells: [name = '', , part = ''], ...row }) => ({ ...row, cells: [name, part] })),
        ),
  ]
}

const NAMED = [
  ['Name', 0.44],
  ['Side', 0.24],
  ['Participation', 0.32],
] as const

/** Formats the period from the first to the last conversation. */
export const formatPeriod = (talks: readonly DeckConversation[]): string => {
  const [first, last] = [talks[0], talks.at(-1)]
  if (first === undefined || last === undefined) return ''
  const [from, to] = [formatDay(first.at), formatDay(last.at)]
  return from === to ? from : `${from} – ${to}`
}
