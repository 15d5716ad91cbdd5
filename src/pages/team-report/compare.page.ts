/** Comparison of two to four people: their figures next to each other, and one line for each over time. */

import { type Text, t } from '../../core/languages/message.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { card, chip, chips, empty, heading, linkButton } from '../components/layout.ts'
import { LINES_MAX, lineChart } from '../components/lines.ts'
import { createNameLookup } from '../components/people.ts'
import { type TableColumn, table } from '../components/table.ts'
import { findTarget, shortVerdict } from '../components/targets.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf } from '../components/times.ts'
import { CALLS, FIGURES, linkFigure, periodLabel, type ReportFigure, shortLabel } from './figures.ts'
import { filters } from './filters.ts'
import {
  COMPARE,
  conversationsPath,
  formatRepName,
  loadReport,
  PAGE,
  PERSON,
  parseReportQuery,
  periodsBetween,
  type Report,
  type ReportQuery,
  reportPath,
  toListPeriod,
  withPeople,
} from './query-params.ts'
import { catchRefusal, renderProblems } from './refusals.ts'

const PEOPLE_MIN = 2

interface ComparedPerson {
  readonly id: string
  readonly name: Text
  readonly asked: ReportQuery
  readonly report: Report
}

export const comparePage = definePage({
  path: COMPARE,
  async show(req) {
    const asked = { ...parseReportQuery(req), rep: undefined }
    const ids = [...new Set(req.query.getAll(PERSON).map((id) => id.trim()))].filter((id) => id !== '')
    const compared = ids.slice(0, LINES_MAX)
    const teams = await teamChoices(req)
    const isEnough = compared.length >= PEOPLE_MIN
    return {
      title: t('Compare people'),
      body: html`${heading(t('Compare people'), { trail: [{ label: t('Team report'), path: reportPath(asked) }] })}
${filters(asked, teams, { page: COMPARE, people: compared })}
${ids.length > LINES_MAX && html`<p class="soft">You can compare up to four people. The first four are shown.</p>`}
${isEnough ? await loadComparison(req, asked, compared) : renderTooFew(asked)}`,
    }
  },
})

const renderTooFew = (asked: ReportQuery): Html =>
  empty(
    t('Select two to four people'),
    t('In the team report, check the names of the people to compare under “By person”.'),
    linkButton(`${reportPath(asked)}#people`, t('Select people')),
  )

async function loadComparison(req: PageRequest, asked: ReportQuery, ids: readonly string[]): Promise<Html> {
  const answers = await catchRefusal(Promise.all(ids.map((rep) => loadReport(req, { ...asked, rep }, { size: '1' }))))
  if ('refusal' in answers) {
    return html`${renderProblems(answers.refusal)}<p>${linkButton(`${reportPath(asked)}#people`, t('Select people'))}</p>`
  }
  // Without calls in the period, a report doesn't contain the name.
  const nameOf = await createNameLookup(req, ids)
  const people = answers.flatMap(({ data }, index): ComparedPerson[] => {
    const id = ids[index]
    if (id === undefined) return []
    const [rep] = data.reps
    return [
      { id, report: data, asked: { ...asked, rep: id }, name: rep === undefined ? nameOf(id) : formatRepName(rep) },
    ]
  })
  return renderComparison(req, asked, people)
}

function renderComparison(req: PageRequest, asked: ReportQuery, people: readonly ComparedPerson[]): Html {
  const ids = people.map(({ id }) => id)
  const [first] = people
  if (first === undefined) return html``
  const names = people.map(({ id, name }) =>
    chip(name, {
      path: reportPath(asked, { rep: id }),
      ...(people.length > PEOPLE_MIN
        ? {
            remove: withPeople(
              reportPath(asked, {}, COMPARE),
              ids.filter((other) => other !== id),
            ),
          }
        : {}),
    }),
  )
  return html`${chips(names)}
${card(t('Side by side'), renderFigures(people), { id: 'figures' })}
${card(t('Over time'), renderCharts(people, first.report), { id: 'time' })}
${card(t('Scorecards'), renderScorecards(people), { id: 'scorecards' })}
<p class="soft">${dayOf(req, first.report.from)} to ${dayOf(req, first.report.to)}. Averages over few calls vary widely. Check the number of calls. <a href="/v2/docs#getTeamReport">How metrics are calculated</a></p>`
}

const personColumns = <Row>(
  people: readonly ComparedPerson[],
  cell: (person: ComparedPerson, row: Row) => Html | Text,
): TableColumn<Row>[] =>
  people.map((person) => ({ title: person.name, kind: 'number', cell: (row) => cell(person, row) }))

const renderFigures = (people: readonly ComparedPerson[]): Html =>
  table<ReportFigure>(
    FIGURES,
    [
      { title: t('Metric'), cell: ({ caption }) => caption },
      ...personColumns<ReportFigure>(people, ({ asked, report }, figure) => {
        const wanted = figure === CALLS ? 'callsPerWeek' : figure.target
        const target = wanted === undefined ? undefined : findTarget(report.targets, wanted)
        const shown = linkFigure(report.totals, figure, conversationsPath(asked))
        return target === undefined ? shown : html`${shown}${shortVerdict(target)}`
      }),
    ],
    { caption: t('Metrics by person') },
  )

function renderCharts(people: readonly ComparedPerson[], { from, to }: Report): Html {
  const by = people[0]?.asked.by ?? 'week'
  const label = periodLabel(by)
  const periods = periodsBetween(new Date(from), new Date(to), by)
  const shown = people.map(({ name, asked, report }) => ({
    ...{ name, asked, report },
    byPeriod: new Map(report.periods.map((period) => [period.from, period])),
  }))
  return html`<div class="team-report-charts wide">${FIGURES.map((figure) =>
    lineChart(
      shown.map(({ name, asked, report, byPeriod }) => ({
        name,
        points: periods.map((period) => {
          const figures = byPeriod.get(period)
          const value = figures === undefined ? (figure === CALLS ? 0 : undefined) : (figure.of(figures) ?? undefined)
          const path =
            figures === undefined || value === undefined
              ? undefined
              : conversationsPath(asked, toListPeriod(period, by, report))
          return {
            label: label(period),
            short: shortLabel(by)(period),
            path,
            value,
            shown: value === undefined ? '–' : figure.shown(value),
          }
        }),
      })),
      {
        ...{ caption: figure.caption, period: by === 'week' ? t('Week of') : t('Month') },
        axis: { ...figure.axis, format: figure.shown },
      },
    ),
  )}</div>`
}

/** Scorecards that at least one of the people has results of. */
function renderScorecards(people: readonly ComparedPerson[]): Html {
  const cards = new Map(people.flatMap(({ report }) => report.scorecards.map((one) => [one.scorecardId, one.title])))
  if (cards.size === 0) return html`<p class="soft">No scored calls in this period</p>`
  return table<readonly [id: string, title: string]>(
    [...cards],
    [
      {
        title: t('Scorecard'),
        cell: ([id, title]) =>
          html`<a href="${reportPath({ ...(people[0]?.asked as ReportQuery), rep: undefined }, {}, `${PAGE}/scorecards/${id}`)}"><bdi>${title}</bdi></a>`,
      },
      ...personColumns<readonly [id: string, title: string]>(people, ({ asked, report }, [id]) => {
        const one = report.scorecards.find(({ scorecardId }) => scorecardId === id)
        if (one === undefined) return '–'
        return html`<a href="${conversationsPath(asked, { figures: { scorecard: id } })}">${Math.round(one.averageScore)} (${one.results})</a>`
      }),
    ],
    { caption: t('Average score, 0 to 100 (number of results)') },
  )
}
