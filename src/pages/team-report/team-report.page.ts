/** Team report: metrics over time, by team and by user, with links to the calls behind them. */

import { t } from '../../core/languages/message.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { bars } from '../components/charts.ts'
import { card, chip, chips, empty, facts, heading, linkButton, placeTabs } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { findTarget, longVerdict, TARGET_LABELS, targetList, toBand } from '../components/targets.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf, formatLength } from '../components/times.ts'
import { labelValue } from '../conversations/query-params.ts'
import { NO_TEAM } from '../conversations/report-filters.ts'
import {
  CALLS,
  charts,
  FIGURES,
  figureColumns,
  linkFigure,
  periodLabel,
  type ReportFigure,
  shortLabel,
} from './figures.ts'
import { filters } from './filters.ts'
import { renderLatestChange } from './latest-change.ts'
import {
  actionsPath,
  COMPARE,
  conversationsPath,
  formatRepName,
  loadReport,
  PAGE,
  PERSON,
  parseReportQuery,
  periodsBetween,
  type Rep,
  type Report,
  type ReportQuery,
  reportPath,
  toListPeriod,
} from './query-params.ts'
import { catchRefusal, renderProblems } from './refusals.ts'
import { downloadReport } from './report-file.ts'

type Meta = Awaited<ReturnType<typeof loadReport>>['meta']

export const teamReportPage = definePage({
  path: PAGE,
  navigation: { group: 'reports', label: t('Team') },
  async show(req) {
    const asked = parseReportQuery(req)
    const [teams, answer] = await Promise.all([
      teamChoices(req),
      catchRefusal(loadReport(req, asked, { page: pageAsked(req) })),
    ])
    const body =
      'refusal' in answer ? renderProblems(answer.refusal) : renderReport(req, asked, answer.data, answer.meta)
    return {
      title: t('Team report'),
      body: html`${heading(t('Team report'), {
        tabs: placeTabs(req, t('Reports'), 'reports'),
        words: t('Metrics of all calls you have access to, without archived calls.'),
        actions: linkButton(reportPath(asked, {}, `${PAGE}/report.csv`), t('Download CSV'), { icon: 'download' }),
      })}
${filters(asked, teams)}
${body}`,
    }
  },
  files: { 'report.csv': downloadReport },
})

function renderReport(req: PageRequest, asked: ReportQuery, report: Report, meta: Meta): Html {
  const { totals } = report
  const only = renderActiveFilters(asked, report)
  if (totals.conversations === 0) {
    return html`${only}${empty(t('No calls in this period'), t('The report compares teams and people by their calls. Select another period or all teams.'))}`
  }
  return html`${only}
<section class="card team-report-totals">${facts([
    [t('Calls'), html`<a href="${conversationsPath(asked)}">${totals.conversations}</a>`],
    [t('Recorded time'), html`<a href="${conversationsPath(asked)}">${formatLength(totals.minutesRecorded * 60)}</a>`],
    ...FIGURES.slice(1).map((figure) => [figure.title, linkFigure(totals, figure, conversationsPath(asked))] as const),
  ])}</section>
${report.targets.length > 0 && card(t('Targets'), renderTargets(asked, report), { id: 'targets', actions: html`<a class="more" href="/targets">${t('All targets')}</a>` })}
${report.latestChange !== null && card(t('Latest change'), renderLatestChange(asked, report, report.latestChange, periodLabel(asked.by)), { id: 'change' })}
${card(t('Over time'), renderTrend(asked, report), { id: 'time' })}
${report.teams.length > 1 || report.teams[0]?.uuid !== asked.team ? card(t('By team'), byTeam(asked, report), { id: 'teams' }) : html``}
${asked.rep === undefined ? card(t('By person'), html`${byPerson(asked, report)}${pager(req, meta, [t('Previous'), t('Next')])}`, { id: 'people' }) : html``}
${card(t('By scorecard'), byScorecard(asked, report), { id: 'scorecards' })}
<div class="columns-2">
${card(t('Labels'), labels(asked, report))}
${card(t('Trackers'), trackers(asked, report))}
</div>
${card(t('Suggested actions from these calls'), actions(asked, report))}
<p class="soft">${dayOf(req, report.from)} to ${dayOf(req, report.to)}. Averages over few calls vary widely. Check the number of calls. <a href="/v2/docs#getTeamReport">How metrics are calculated</a></p>
${report.targets.length === 0 && req.user.role !== 'SALES_REP' && html`<p class="soft"><a href="/targets">Set targets for these metrics</a></p>`}`
}

const renderTargets = (asked: ReportQuery, { targets }: Report): Html =>
  targetList(
    targets.map((comparison) => ({
      ...{ label: TARGET_LABELS[comparison.figure], path: conversationsPath(asked), comparison },
    })),
  )

/** Targets of the charts. The number of calls is compared per person and week, so only the weeks of a person have a target. */
const findBand = (asked: ReportQuery, { targets }: Report, figure: ReportFigure) => {
  const wanted = figure === CALLS ? 'callsPerWeek' : figure.target
  const isShown = figure !== CALLS || (asked.rep !== undefined && asked.by === 'week')
  return wanted === undefined || !isShown ? undefined : toBand(findTarget(targets, wanted))
}

/** Chips of the active filters. */
function renderActiveFilters(asked: ReportQuery, { team, reps }: Report): Html {
  const items: Html[] = []
  if (team !== null) items.push(chip(team.name, { remove: reportPath(asked, { team: undefined }) }))
  if (asked.rep !== undefined) {
    const [rep] = reps
    items.push(
      chip(rep === undefined ? t('One person') : formatRepName(rep), { remove: reportPath(asked, { rep: undefined }) }),
    )
  }
  return items.length === 0 ? html`` : chips(items)
}

function renderTrend(asked: ReportQuery, report: Report): Html {
  const byPeriod = new Map(report.periods.map((period) => [period.from, period]))
  const periods = periodsBetween(new Date(report.from), new Date(report.to), asked.by)
  const label = periodLabel(asked.by)
  const newest = report.periods.toReversed()
  const path = (period: string) => conversationsPath(asked, toListPeriod(period, asked.by, report))
  return html`${charts(periods, (period) => byPeriod.get(period), { label, short: shortLabel(asked.by), path, bands: (figure) => findBand(asked, report, figure) })}
<details class="team-report-table"><summary>${asked.by === 'week' ? t('View all metrics per week') : t('View all metrics per month')}</summary>
${table(
  newest,
  [
    { title: asked.by === 'week' ? t('Week of') : t('Month'), cell: ({ from }) => label(from) },
    ...figureColumns<(typeof newest)[number]>(({ from }) => path(from)),
  ],
  { caption: asked.by === 'week' ? t('Metrics per week') : t('Metrics per month') },
)}</details>`
}

const byTeam = (asked: ReportQuery, { teams }: Report): Html =>
  table(
    teams,
    [
      {
        title: t('Team'),
        cell: ({ uuid, name }) =>
          uuid === null
            ? html`<span class="soft">No team</span>`
            : html`<a href="${reportPath(asked, { team: uuid })}"><bdi>${name ?? ''}</bdi></a>`,
      },
      // A row counts the calls of the team itself. Its child teams have rows of their own.
      ...figureColumns<(typeof teams)[number]>(
        ({ uuid }) => conversationsPath(asked, { figures: { own_team: uuid ?? NO_TEAM } }),
        ({ targets }) => targets,
      ),
    ],
    { caption: t('Metrics by team') },
  )

/** Table of people. With several of them, checkboxes select those to compare. */
function byPerson(asked: ReportQuery, { reps }: Report): Html {
  const canCompare = reps.length > 1
  const people = table(
    reps,
    [
      {
        title: t('Person'),
        cell: (rep) =>
          html`${canCompare && html`<input type="checkbox" name="${PERSON}" value="${rep.uuid}" aria-label="${t`Compare ${formatRepName(rep)}`}">`}<a href="${reportPath(asked, { rep: rep.uuid })}"><bdi>${formatRepName(rep)}</bdi></a>`,
      },
      ...figureColumns<Rep>(
        ({ uuid }) => conversationsPath(asked, { rep: uuid }),
        ({ targets }) => targets,
      ),
    ],
    { caption: t('Metrics by person') },
  )
  if (!canCompare) return people
  const { team, from, to, by } = asked
  return html`<form class="team-report-people" action="${COMPARE}">${team !== undefined && html`<input type="hidden" name="team" value="${team}">`}<input type="hidden" name="from" value="${from}"><input type="hidden" name="to" value="${to}"><input type="hidden" name="by" value="${by}">
${people}
<p class="team-report-compare"><button class="plain">Compare people</button> <span class="soft">Select two to four people.</span></p></form>`
}

function byScorecard(asked: ReportQuery, { scorecards }: Report): Html {
  if (scorecards.length === 0) {
    return html`<p class="soft">No scored calls in this period. To score calls, create a scorecard under <a href="/scorecards">Scorecards</a>.</p>`
  }
  return bars(
    scorecards.map(({ scorecardId, title, averageScore, results, target }) => ({
      label: html`<a href="${reportPath(asked, {}, `${PAGE}/scorecards/${scorecardId}`)}">${title}</a>${target !== null && longVerdict(target)}`,
      band: target ?? undefined,
      path: conversationsPath(asked, { figures: { scorecard: scorecardId } }),
      value: averageScore,
      shown:
        results === 1
          ? t`${Math.round(averageScore)} of 100, 1 call`
          : t`${Math.round(averageScore)} of 100, ${results} calls`,
    })),
    { caption: t('Average score, 0 to 100'), most: 100 },
  )
}

function labels(asked: ReportQuery, { labels }: Report): Html {
  if (labels.length === 0) return html`<p class="soft">No labeled calls in this period</p>`
  return bars(
    labels.map(({ category, option, conversations }) => ({
      label: `${category}: ${option}`,
      path: conversationsPath(asked, { label: labelValue(category, option) }),
      value: conversations,
      shown: String(conversations),
    })),
    { caption: t('Calls with each label') },
  )
}

function trackers(asked: ReportQuery, { trackers }: Report): Html {
  if (trackers.length === 0) return html`<p class="soft">No tracker matches in this period</p>`
  return bars(
    trackers.map(({ uuid, name, conversations, hits }) => ({
      label: html`<a href="/trackers/${uuid}">${name}</a>`,
      path: conversationsPath(asked, { figures: { tracker: uuid } }),
      value: conversations,
      shown: hits === 1 ? t`${conversations} (1 match)` : t`${conversations} (${hits} matches)`,
    })),
    { caption: t('Calls with matches of each tracker') },
  )
}

const ACTION_STATES = [
  ['pending', t('To do')],
  ['drafted', t('Drafted')],
  ['sent', t('Sent')],
  ['dismissed', t('Dismissed')],
  ['expired', t('Expired')],
] as const

/** Numbers of actions, with links to the lists that contain them. */
const actions = (asked: ReportQuery, { actions }: Report): Html =>
  facts(
    ACTION_STATES.map(([state, label]) => [
      label,
      actions[state] === 0 ? '0' : html`<a href="${actionsPath(asked, state)}">${actions[state]}</a>`,
    ]),
  )
