/** Formats the metrics of a report for tables, charts and files. */

import { formatDate, formatNumber, formatPercent } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import type { TargetComparison, TargetFigure } from '../../features/coaching/targets/index.ts'
import type { Html } from '../../inbound/web/html.ts'
import { html } from '../../inbound/web/html.ts'
import type { AxisOptions } from '../components/axis.ts'
import { columns, type TargetBand } from '../components/charts.ts'
import type { TableColumn } from '../components/table.ts'
import { findTarget, shortVerdict } from '../components/targets.ts'
import { formatLength } from '../components/times.ts'

export interface ReportFigures {
  readonly conversations: number
  readonly minutesRecorded: number
  readonly talkShare: number | null
  readonly questionsAsked: number | null
  readonly longestMonologue: number | null
  readonly results: number
  readonly averageScore: number | null
}

export interface ReportFigure {
  /** Column title. */
  readonly title: Text
  /** Chart title. */
  readonly caption: Text
  readonly of: (figures: ReportFigures) => number | null
  readonly shown: (value: number) => Text
  /** Scale of the chart. */
  readonly axis: Pick<AxisOptions, 'most' | 'steps'>
  /** Target that applies to the figure, if there is one. */
  readonly target?: TargetFigure
}

const number = (value: number) => formatNumber(value, { maximumFractionDigits: 1 })

export const CALLS: ReportFigure = {
  title: t('Calls'),
  caption: t('Calls'),
  of: ({ conversations }) => conversations,
  shown: number,
  axis: { steps: 'whole' },
}

export const FIGURES: readonly ReportFigure[] = [
  CALLS,
  {
    title: t('Talk share'),
    caption: t('Internal talk share'),
    of: ({ talkShare }) => talkShare,
    target: 'talkShare',
    shown: formatPercent,
    axis: { most: 1 },
  },
  {
    title: t('Questions'),
    caption: t('Internal questions per call'),
    of: ({ questionsAsked }) => questionsAsked,
    target: 'questionsAsked',
    shown: number,
    axis: {},
  },
  {
    title: t('Longest monologue'),
    caption: t('Longest internal monologue per call'),
    of: ({ longestMonologue }) => longestMonologue,
    target: 'longestMonologue',
    shown: formatLength,
    axis: { steps: 'seconds' },
  },
  {
    title: t('Score'),
    caption: t('Average score, 0 to 100'),
    of: ({ averageScore }) => averageScore,
    target: 'averageScore',
    shown: number,
    axis: { most: 100 },
  },
]

/** Formatted metric, or `–` if nothing was measured, which differs from zero. */
export const shownIn = (figures: ReportFigures | undefined, { of, shown }: ReportFigure): Text => {
  const value = figures === undefined ? null : of(figures)
  return value === null ? '–' : shown(value)
}

/** Metric as a link to the calls that it covers. A metric without a value covers none. */
export const linkFigure = (row: ReportFigures, figure: ReportFigure, path: string): Html | Text =>
  row.conversations > 0 && figure.of(row) !== null
    ? html`<a href="${path}">${shownIn(row, figure)}</a>`
    : shownIn(row, figure)

/** Table columns of the metrics, with links to the calls that they cover. */
export const figureColumns = <Row extends ReportFigures>(
  callsOf: (row: Row) => string,
  targetsOf: (row: Row) => readonly TargetComparison[] = () => [],
): TableColumn<Row>[] =>
  FIGURES.map((figure) => ({
    title: figure.title,
    kind: 'number',
    cell: (row) => {
      const shown = linkFigure(row, figure, callsOf(row))
      // Calls are compared per person and week, so their verdict has a number of its own.
      const wanted = figure === CALLS ? 'callsPerWeek' : figure.target
      const compared = wanted === undefined ? undefined : findTarget(targetsOf(row), wanted)
      return compared === undefined || figure.of(row) === null
        ? shown
        : html`${shown}${figure === CALLS && compared.value !== null && html`<span class="verdict">${t`${number(compared.value)} per person and week`}</span>`}${shortVerdict(compared)}`
    },
  }))

/**
 * One chart per metric over time, each with a table.
 * @param given `label` formats a period, and `short` on the axis; `path`: calls of a period; `bands`: targets by figure
 */
export const charts = (
  periods: readonly string[],
  figuresOf: (period: string) => ReportFigures | undefined,
  given: {
    readonly label: (period: string) => string
    readonly short: (period: string) => string
    readonly path: (period: string) => string
    readonly bands: (figure: ReportFigure) => TargetBand | undefined
  },
): Html =>
  html`<div class="team-report-charts">${FIGURES.map((figure) =>
    columns(
      periods.map((period) => {
        const figures = figuresOf(period)
        // Without calls, the number of calls is 0 and all other metrics are unknown.
        const value = figures === undefined && figure === CALLS ? 0 : figures && (figure.of(figures) ?? undefined)
        const path = figures !== undefined && value !== undefined ? given.path(period) : undefined
        return {
          label: given.label(period),
          short: given.short(period),
          path,
          value,
          shown: value === undefined ? '–' : figure.shown(value),
        }
      }),
      {
        ...{ caption: figure.caption, band: given.bands(figure) },
        axis: { ...figure.axis, format: figure.shown },
      },
    ),
  )}</div>`

/** Formats a week by its Monday, and a month by its name. */
export const periodLabel = (by: 'week' | 'month') => {
  const day = by === 'week' ? ({ day: 'numeric', month: 'short' } as const) : ({ month: 'long' } as const)
  return (period: string) => formatDate(new Date(period), { ...day, year: 'numeric', timeZone: 'UTC' })
}

/** Label on the axis of a chart, which has little room: `9 Mar`, `Mar 26`. */
export const shortLabel = (by: 'week' | 'month') => (period: string) =>
  formatDate(new Date(period), {
    ...(by === 'week' ? ({ day: 'numeric', month: 'short' } as const) : ({ month: 'short', year: '2-digit' } as const)),
    timeZone: 'UTC',
  })
