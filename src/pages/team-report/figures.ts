/** How the figures of a report are told, in tables, charts and files alike. */
import type { Html } from '../../inbound/web/html.ts'
import { html } from '../../inbound/web/html.ts'
import { columns } from '../kit/charts.ts'
import type { Column } from '../kit/table.ts'
import { lengthOf } from '../kit/times.ts'

export interface Figures {
  readonly conversations: number
  readonly minutesRecorded: number
  readonly talkShare: number | null
  readonly questionsAsked: number | null
  readonly longestMonologue: number | null
  readonly results: number
  readonly averageScore: number | null
}

export interface Figure {
  /** Over a column of a table. */
  readonly title: string
  /** Over a chart. */
  readonly caption: string
  readonly of: (figures: Figures) => number | null
  readonly shown: (value: number) => string
  /** The whole height of a chart; default: its highest column. */
  readonly most?: number
}

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })

export const FIGURES: readonly Figure[] = [
  {
    title: 'Calls',
    caption: 'Calls',
    of: ({ conversations }) => conversations,
    shown: number,
  },
  {
    title: 'Talk share',
    caption: 'Our side’s share of the talk',
    of: ({ talkShare }) => talkShare,
    shown: (share) => `${Math.round(share * 100)} %`,
    most: 1,
  },
  {
    title: 'Questions',
    caption: 'Questions we ask a call',
    of: ({ questionsAsked }) => questionsAsked,
    shown: number,
  },
  {
    title: 'Monologue',
    caption: 'Our longest monologue in a call',
    of: ({ longestMonologue }) => longestMonologue,
    shown: lengthOf,
  },
  {
    title: 'Score',
    caption: 'Scorecards, 0 to 100',
    of: ({ averageScore }) => averageScore,
    shown: number,
    most: 100,
  },
]

/** `–` where nothing was measured, which is no zero. */
export const shownIn = (figures: Figures | undefined, { of, shown }: Figure): string => {
  const value = figures === undefined ? null : of(figures)
  return value === null ? '–' : shown(value)
}

/** Of a table: the first figure leads to the calls it counts. */
export const figureColumns = <Row extends Figures>(callsOf: (row: Row) => string): Column<Row>[] =>
  FIGURES.map((figure, index) => ({
    title: figure.title,
    kind: 'number',
    cell: (row) =>
      index === 0 && row.conversations > 0
        ? html`<a href="${callsOf(row)}">${shownIn(row, figure)}</a>`
        : shownIn(row, figure),
  }))

/** A chart of each figure over time, each with its table. @param label of a period, as people call it */
export const charts = (
  periods: readonly string[],
  figuresOf: (period: string) => Figures | undefined,
  label: (period: string) => string,
): Html =>
  html`<div class="team-report-charts">${FIGURES.map((figure) =>
    columns(
      periods.map((period) => {
        const figures = figuresOf(period)
        // No call is a zero of calls, and nothing of all that is measured in calls.
        const value =
          figures === undefined && figure.title === 'Calls' ? 0 : figures && (figure.of(figures) ?? undefined)
        return { label: label(period), value, shown: value === undefined ? '–' : figure.shown(value) }
      }),
      { caption: figure.caption, ...(figure.most === undefined ? {} : { most: figure.most }) },
    ),
  )}</div>`

/** A week by its Monday, a month by its name. */
export const periodLabel = (by: 'week' | 'month') => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    ...(by === 'week' ? { day: 'numeric', month: 'short', year: 'numeric' } : { month: 'long', year: 'numeric' }),
  })
  return (period: string) => format.format(new Date(period))
}
