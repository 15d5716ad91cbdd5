/** Arranges findings in a layout. */
import { clockTime } from '../../../../core/timecode.ts'
import { capitalized, dayOf, fitted, type Point, ROOM, type Slide, spokenBy } from '../model/index.ts'
import { creditFor } from './blocks-story.ts'
import type { Finding } from './findings.ts'
import type { Material } from './material.ts'
import { bullets, columns, quoteSlide, section, sentencesWithin, table, timeline } from './slide-builders.ts'

/** Layouts for text. */
export const FORMS = ['bullets', 'quote', 'columns', 'table', 'timeline'] as const
export type Form = (typeof FORMS)[number]

/** Maximum number of findings per layout. */
export const ROOM_OF: Readonly<Record<Form, number>> = {
  bullets: 5,
  quote: ROOM.quotes,
  columns: 2 * ROOM.columnPoints,
  table: 5,
  timeline: ROOM.events,
}

export function laidOut(form: Form, title: string, findings: readonly Finding[], material: Material): Slide {
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
            fitted(one.cites[0]?.speaker || 'Unknown', ROOM.cell),
            whenOf(one, material),
          ],
          of: [one.talk.id],
          cites: [...one.cites],
        })),
      )
    case 'timeline':
      return timeline(
        title,
        findings.map((one) => ({
          when: whenOf(one, material),
          title: sentencesWithin(one.text, ROOM.eventTitle),
          text: one.cites[0] === undefined ? '' : spokenBy(one.cites[0]),
          of: [one.talk.id],
          cites: [...one.cites],
        })),
      )
  }
}

export function whenOf({ talk, cites }: Finding, { talks }: Material): string {
  const start = cites[0]?.start ?? null
  if (talks.length > 1) return dayOf(talk.at)
  return start === null ? '' : clockTime(start)
}

const pointFrom = ({ talk, text, cites }: Finding, max: number): Point => ({
  text: sentencesWithin(capitalized(text), max),
  of: [talk.id],
  cites: [...cites],
})

/** Splits findings by side if both sides speak, otherwise by conversation, by speaker, or in the middle. */
function inColumns(title: string, findings: readonly Finding[]): Slide {
  const [left, right] = halves(findings)
  const columnOf = ([heading, own]: Half) => ({
    heading: fitted(heading, ROOM.heading),
    points: own.slice(0, ROOM.columnPoints).map((one) => pointFrom(one, ROOM.columnPoint)),
  })
  return columns(title, columnOf(left), columnOf(right))
}

type Half = readonly [heading: string, findings: readonly Finding[]]

function halves(findings: readonly Finding[]): readonly [Half, Half] {
  const ours = findings.filter(({ internal }) => internal === true)
  const theirs = findings.filter(({ internal }) => internal === false)
  if (ours.length > 0 && theirs.length > 0) {
    return [
      ['Their side', theirs],
      ['Our side', ours],
    ]
  }
  for (const by of [(one: Finding) => dayOf(one.talk.at), (one: Finding) => one.cites[0]?.speaker ?? '']) {
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
export function nothingFound(title: string, { talks }: Material): Slide {
  const where = talks.length === 1 ? 'this conversation' : 'these conversations'
  return section(title, `No information about this topic was found in ${where}.`)
}
