/** Change of each figure between the last two periods, with the calls of both and a verdict in words. */

import { type Text, t } from '../../core/languages/message.ts'
import { describeChange } from '../../features/coaching/team-reports/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { formatDifference, NO_CHANGE } from '../components/changes.ts'
import { table } from '../components/table.ts'
import { FIGURES, type ReportFigure } from './figures.ts'
import { conversationsPath, type Report, type ReportQuery, toListPeriod } from './query-params.ts'

type ReportChange = NonNullable<Report['latestChange']>
type FigureRow = { readonly figure: ReportFigure; readonly change: ReportChange['figures'][number] }

/** @param label formats a period */
export function renderLatestChange(
  asked: ReportQuery,
  report: Report,
  change: ReportChange,
  label: (period: string) => Text,
): Html {
  const rows = FIGURES.flatMap((figure): FigureRow[] => {
    const found = change.figures.find((one) => one.figure === (figure.target ?? 'conversations'))
    return found === undefined ? [] : [{ figure, change: found }]
  })
  const linkValue = (period: string, value: number | null, { figure }: FigureRow) => {
    if (value === null) return '–'
    const path = conversationsPath(asked, toListPeriod(period, asked.by, report))
    return value === 0 && figure.title === FIGURES[0]?.title
      ? figure.shown(value)
      : html`<a href="${path}">${figure.shown(value)}</a>`
  }
  return html`${table<FigureRow>(
    rows,
    [
      { title: t('Metric'), cell: ({ figure }) => figure.caption },
      {
        ...{ title: label(change.previous), kind: 'number' },
        cell: (row) => linkValue(change.previous, row.change.previous, row),
      },
      {
        ...{ title: label(change.latest), kind: 'number' },
        cell: (row) => linkValue(change.latest, row.change.latest, row),
      },
      { title: t('Change'), cell: describeRow },
    ],
    { caption: asked.by === 'week' ? t('Change from week to week') : t('Change from month to month') },
  )}<p class="meta">${asked.by === 'week' ? t('The latest week with calls, compared with the week before.') : t('The latest month with calls, compared with the month before.')} <a href="/v2/docs#getTeamReport">How changes are judged</a></p>`
}

function describeRow({ change }: FigureRow): Html {
  const { figure, latest, previous, latestConversations, previousConversations, verdict } = change
  const calls =
    figure === 'conversations'
      ? latestConversations + previousConversations
      : Math.min(latestConversations, previousConversations)
  const difference = latest === null || previous === null ? undefined : formatDifference(figure, latest - previous)
  // Without a change, only too few calls need words.
  if (difference === NO_CHANGE && verdict !== 'insufficient') return html`<span class="number">${difference}</span>`
  return html`${difference !== undefined && html`<span class="number">${difference}</span> `}<span class="verdict">${describeChange(verdict, calls)}</span>`
}
