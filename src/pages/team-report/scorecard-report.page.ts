/** Report of one scorecard: scores over time, by person and by question, and agreement with scores by people. */

import { AppError } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { getScorecardAgreement } from '../../features/coaching/automatic-scoring/index.ts'
import { describeChange, getScorecardReport } from '../../features/coaching/team-reports/index.ts'
import { type AnswerOf, definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { formatDifference } from '../components/changes.ts'
import { columns } from '../components/charts.ts'
import { card, chip, chips, heading, linkButton } from '../components/layout.ts'
import { pageAsked, pager, type TableColumn, table } from '../components/table.ts'
import { longVerdict, toBand } from '../components/targets.ts'
import { teamChoices } from '../components/teams.ts'
import { type Agreement, renderAgreement } from './agreement.ts'
import { periodLabel, shortLabel } from './figures.ts'
import { filters } from './filters.ts'
import {
  conversationsPath,
  formatRepName,
  PAGE,
  parseReportQuery,
  periodsBetween,
  type ReportQuery,
  reportPath,
  toListPeriod,
  toReportInput,
} from './query-params.ts'
import { catchRefusal, renderProblems } from './refusals.ts'

/** Number of people of one page: columns of the questions. */
const PEOPLE_SHOWN = '12'
/** Minimum number of scores for a tint, because the mean of fewer varies widely. */
const TINTED_MIN = 3

type Report = AnswerOf<typeof getScorecardReport>['data']
type Rep = Report['reps'][number]
type Item = Report['items'][number]
type ScoreChange = NonNullable<Report['latestChange']>

export const scorecardReportPage = definePage({
  path: `${PAGE}/scorecards/:id`,
  async show(req) {
    const asked = parseReportQuery(req)
    const { id } = req.params
    const [agreement, teams, answer] = await Promise.all([
      loadAgreement(req, id),
      teamChoices(req),
      catchRefusal(loadScores(req, asked, id)),
    ])
    const title = 'refusal' in answer ? (agreement?.title ?? t('Scorecard')) : answer.data.title
    return {
      title,
      body: html`${heading(title, {
        trail: [{ label: t('Team report'), path: reportPath(asked) }],
        actions: agreement === undefined ? [] : linkButton(`/scorecards/${id}`, t('View scorecard')),
      })}
${filters(asked, teams, { page: `${PAGE}/scorecards/${id}` })}
${'refusal' in answer ? renderProblems(answer.refusal) : html`${renderScores(asked, answer.data)}${pager(req, answer.meta, [t('Previous'), t('Next')])}`}
${card(t('People and Parley'), agreement === undefined ? html`<p class="soft">This scorecard was deleted.</p>` : renderAgreement(agreement), { id: 'agreement' })}`,
    }
  },
})

const loadScores = (req: PageRequest, asked: ReportQuery, id: string) =>
  req.run(getScorecardReport, {
    ...{ ...toReportInput(req, asked), id, page: pageAsked(req), size: PEOPLE_SHOWN },
    ...(asked.team === undefined ? {} : { teamUUID: asked.team }),
  })

/** Agreement of a scorecard. Undefined if the scorecard was deleted, because results stay. */
async function loadAgreement(req: PageRequest, id: string): Promise<Agreement | undefined> {
  try {
    return await req.run(getScorecardAgreement, { id })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  }
}

function renderScores(asked: ReportQuery, report: Report): Html {
  const [rep] = report.reps
  const only =
    asked.rep !== undefined &&
    chips([
      chip(rep === undefined ? t('One person') : formatRepName(rep), {
        remove: reportPath(asked, { rep: undefined }, `${PAGE}/scorecards/${report.scorecardId}`),
      }),
    ])
  if (report.results === 0) {
    return html`${only}${card(t('Over time'), html`<p class="soft">No calls in this period were scored with this scorecard.</p>`)}`
  }
  return html`${only}${card(t('Over time'), renderOverTime(asked, report), { id: 'time' })}
${card(t('By person'), renderReps(asked, report), { id: 'people' })}
${card(t('By question'), renderQuestions(asked, report), { id: 'questions' })}`
}

const callsPath = (
  asked: ReportQuery,
  { scorecardId }: Report,
  only: { rep?: string; question?: string; from?: string; to?: string } = {},
): string => {
  const { question, ...others } = only
  return conversationsPath(asked, {
    ...others,
    figures: { scorecard: scorecardId, ...(question === undefined ? {} : { question }) },
  })
}

function renderOverTime(asked: ReportQuery, report: Report): Html {
  const byPeriod = new Map(report.periods.map((period) => [period.from, period]))
  const label = periodLabel(asked.by)
  const points = periodsBetween(new Date(report.from), new Date(report.to), asked.by).map((period) => {
    const at = byPeriod.get(period)
    const shown = at === undefined ? '–' : `${Math.round(at.averageScore)} (${at.results})`
    const path = at === undefined ? undefined : callsPath(asked, report, toListPeriod(period, asked.by, report))
    return { label: label(period), short: shortLabel(asked.by)(period), path, value: at?.averageScore, shown }
  })
  const { results, averageScore, target, latestChange } = report
  const caption =
    asked.by === 'week'
      ? t('Average score per week, 0 to 100 (number of results)')
      : t('Average score per month, 0 to 100 (number of results)')
  return html`<p><a href="${callsPath(asked, report)}">${results === 1 ? t('1 scored call') : t`${results} scored calls`}</a> <span class="soft">in this period, ${Math.round(averageScore ?? 0)} of 100 on average</span>${target !== null && longVerdict(target)}</p>
${latestChange !== null && html`<p>${describePeriods(latestChange, label)} <span class="verdict">${describeScores(latestChange)}</span></p>`}
${columns(points, { band: toBand(target ?? undefined), caption, axis: { most: 100 } })}`
}

/** `9 Mar: 62, 16 Mar: 70 (+8).` Words only, because the chart has the links. */
function describePeriods(
  { latest, previous, latestScore, previousScore }: ScoreChange,
  label: (period: string) => Text,
): Text {
  const now = latestScore === null ? '–' : Math.round(latestScore)
  if (previousScore === null || latestScore === null) return t`${label(latest)}: ${now} on average.`
  const difference = formatDifference('averageScore', latestScore - previousScore)
  return t`${label(latest)}: ${now} on average, ${label(previous)}: ${Math.round(previousScore)} (${difference}).`
}

const describeScores = ({ verdict, latestResults, previousResults }: ScoreChange) =>
  describeChange(verdict, Math.min(latestResults, previousResults))

function renderReps(asked: ReportQuery, report: Report): Html {
  const page = `${PAGE}/scorecards/${report.scorecardId}`
  const label = periodLabel(asked.by)
  return table<Rep>(
    report.reps,
    [
      {
        title: t('Person'),
        cell: (rep) =>
          html`<a href="${reportPath(asked, { rep: rep.uuid }, page)}"><bdi>${formatRepName(rep)}</bdi></a>`,
      },
      {
        ...{ title: t('Scored calls'), kind: 'number' },
        cell: ({ uuid, results }) => html`<a href="${callsPath(asked, report, { rep: uuid })}">${results}</a>`,
      },
      {
        ...{ title: t('Average score'), kind: 'number' },
        cell: ({ uuid, averageScore }) =>
          html`<a href="${callsPath(asked, report, { rep: uuid })}">${Math.round(averageScore)}</a>`,
      },
      {
        title: t('Latest change'),
        cell: ({ latestChange }) =>
          latestChange === null
            ? html`<span class="soft">No results in the latest period</span>`
            : html`${describePeriods(latestChange, label)} <span class="verdict">${describeScores(latestChange)}</span>`,
      },
    ],
    { caption: t('Scores by person') },
  )
}

/** Grid of questions and people. Each mean opens its calls. */
function renderQuestions(asked: ReportQuery, report: Report): Html {
  const people = report.reps.map((rep): TableColumn<Item> => {
    const byItem = new Map(rep.items.map((item) => [item.uuid, item]))
    return {
      ...{ title: formatRepName(rep), kind: 'number' },
      cell: ({ uuid: question }) =>
        renderScore(byItem.get(question), callsPath(asked, report, { rep: rep.uuid, question })),
    }
  })
  return html`${table<Item>(
    report.items,
    [
      { title: t('Question'), cell: ({ title }) => html`<bdi>${title}</bdi>` },
      ...people,
      {
        ...{ title: t('All people'), kind: 'number' },
        cell: (item) => renderScore(item, callsPath(asked, report, { question: item.uuid })),
      },
    ],
    { caption: t('Average score by question and person, 0 to 100 (number of calls)') },
  )}<p class="meta">Average of each question, 0 to 100 (number of calls). A stronger background is a higher score. Averages of fewer than three calls have none.</p>`
}

function renderScore(scored: { results: number; averageScore: number | null } | undefined, path: string): Html | Text {
  if (scored === undefined || scored.averageScore === null || scored.results === 0) return '–'
  const step = Math.min(5, 1 + Math.floor(scored.averageScore / 20))
  const tint = scored.results < TINTED_MIN ? '' : ` score-${step}`
  return html`<span class="score${tint}"><a href="${path}">${Math.round(scored.averageScore)} (${scored.results})</a></span>`
}
