/** Arranges findings in a layout. */
import { clockTime } from '../../../../core/timecode.ts'
import { capitalized, type DeckPoint, fitLine, formatDay, formatSpeakerTime, ROOM, type Slide } from '../model/index.ts'
import { creditFor } from './blocks-story.ts'
import type { DeckFinding } from './findings.ts'
import type { DeckInput } from './material.ts'
import { bullets, columns, quoteSlide, section, sentencesWithin, table, timeline } from './slide-builders.ts'

/** Layouts for text. */
export const FORMS = ['bullets', 'quote', 'columns', 'table', 'timeline'] as const
export type SlideForm = (typeof FORMS)[number]

/** Maximum number of findings per layout. */
export const ROOM_OF: Readonly<Record<SlideForm, number>> = {
  bullets: 5,
  quote: ROOM.quotes,
  columns: 2 * ROOM.columnPoints,
  table: 5,
  timeline: ROOM.events,
}

export function layOutFindings(
  form: SlideForm,
  title: string,
  findings: readonly DeckFinding[],
  material: DeckInput,
): Slide {
  switch (form) {
    case 'bullets':
      return bullets(
        title,
        findings.map((one) => pointFrom(one, ROOM.point)),
      )
    case 'quote':
      return quoteSlide(
        title,
        findings.slice(0, ROOM.quotes).map((one, _, all) => ({
          text: sentencesWithin(one.quote, all.length === 1 ? ROOM.quote : ROOM.halfQuote),
          who: one.cites[0] === undefined ? '' : creditFor(material, one.talk, one.cites[0]),
          of: [one.talk.id],
          cites: [...one.cites],
        })),
      )
    case 'columns':
      return inColumns(title, findings)
    case 'table':
      return table(
        title,
        [
          ['Statement', 0.66],
          ['Speaker', 0.2],
          ['Time', 0.14],
        ],
        findings.map((one) => ({
          cells: [
            sentencesWithin(one.text, ROOM.wideCell),
            fitLine(one.cites[0]?.speaker || 'Unknown', ROOM.cell),
            formatFindingTime(one, material),
          ],
          of: [one.talk.id],
          cites: [...one.cites],
        })),
      )
    case 'timeline':
      return timeline(
        title,
        findings.map((one) => ({
          when: formatFindingTime(one, material),
          title: sentencesWithin(one.text, ROOM.eventTitle),
          text: one.cites[0] === undefined ? '' : formatSpeakerTime(one.cites[0]),
          of: [one.talk.id],
          cites: [...one.cites],
        })),
      )
  }
}

export function formatFindingTime({ talk, cites }: DeckFinding, { conversations }: DeckInput): string {
  const start = cites[0]?.start ?? null
  if (conversations.length > 1) return formatDay(talk.at)
  return start === null ? '' : clockTime(start)
}

const pointFrom = ({ talk, text, cites }: DeckFinding, max: number): DeckPoint => ({
  text: sentencesWithin(capitalized(text), max),
  of: [talk.id],
  cites: [...cites],
})

/** Splits findings by side if both sides speak, otherwise by conversation, by speaker, or in the middle. */
function inColumns(title: string, findings: readonly DeckFinding[]): Slide {
  const [left, right] = halves(findings)
  const toColumn = ([heading, own]: ColumnHalf) => ({
    heading: fitLine(heading, ROOM.heading),
    points: own.slice(0, ROOM.columnPoints).map((one) => pointFrom(one, ROOM.columnPoint)),
  })
  return columns(title, toColumn(left), toColumn(right))
}

type ColumnHalf = readonly [heading: string, findings: readonly DeckFinding[]]

function halves(findings: readonly DeckFinding[]): readonly [ColumnHalf, ColumnHalf] {
  const ours = findings.filter(({ internal }) => internal === true)
  const theirs = findings.filter(({ internal }) => internal === false)
  if (ours.length > 0 && theirs.length > 0) {
    return [
      ['Their side', theirs],
      ['Our side', ours],
    ]
  }
  for (const by of [(one: DeckFinding) => formatDay(one.talk.at), (one: DeckFinding) => one.cites[0]?.speaker ?? '']) {
    const groups = [...Map.groupBy(findings, by)]
    const [first, second] = groups
    if (first !== undefined && second !== undefined && groups.length === 2) return [first, second]
  }
  const middle = Math.ceil(findings.length / 2)
  return [
    ['Statements', findings.slice(0, middle)],
    [' ', findings.slice(middle)],
  ]
}

/** A requested slide without content states that nothing was found. */
export function createEmptySlide(title: string, { conversations }: DeckInput): Slide {
  const where = conversations.length === 1 ? 'this conversation' : 'these conversations'
  return section(title, `No information about this topic was found in ${where}.`)
}
