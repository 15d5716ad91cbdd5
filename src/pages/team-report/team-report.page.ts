/** How teams and their people do: over time, by team, by person, each figure with the calls behind it. */
import { AppError } from '../../core/errors.ts'
import { definePage, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { labelValue } from '../conversations/asked.ts'
import { bars } from '../kit/charts.ts'
import { csvFile } from '../kit/csv.ts'
import { card, chip, chips, empty, facts, heading, linkButton } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { teamChoices } from '../kit/teams.ts'
import { dayOf, lengthOf } from '../kit/times.ts'
import { type Asked, ask, askedIn, conversationsPath, PAGE, periodsBetween, reportPath, spanOf } from './asked.ts'
import { charts, FIGURES, figureColumns, periodLabel, shownIn } from './figures.ts'
import { filters } from './filters.ts'

type Answer = Awaited<ReturnType<typeof ask>>
type Report = Answer['data']
type Meta = Answer['meta']
type Rep = Report['reps'][number]

export const teamReportPage = definePage({
  path: PAGE,
  navigation: { group: 'team', label: 'Team report', icon: 'report' },
  async show(visit) {
    const asked = askedIn(visit)
    const [teams, answer] = await Promise.all([teamChoices(visit), told(ask(visit, asked, { page: pageAsked(visit) }))])
    const body = 'refusal' in answer ? refused(answer.refusal) : whole(visit, asked, answer.data, answer.meta)
    return {
      title: 'Team report',
      body: html`${heading('Team report', {
        words: 'Calls that you may see, archived ones left out.',
        actions: linkButton(reportPath(asked, {}, `${PAGE}/report.csv`), 'CSV', { icon: 'download' }),
      })}
${filters(asked, teams)}
${body}`,
    }
  },
  files: { 'report.csv': async (visit) => asFile(visit) },
})

/** What a report refuses is mostly a span that is too long, which the same page can say. */
async function told<T>(answer: Promise<T>): Promise<T | { refusal: AppError }> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return { refusal: error }
    throw error
  }
}

const refused = ({ problems }: AppError): Html =>
  html`<div class="problem" role="alert"><ul>${problems.map(({ detail }) => html`<li>${detail}</li>`)}</ul></div>`

function whole(visit: Visit, asked: Asked, report: Report, meta: Meta): Html {
  const { totals } = report
  const only = chosen(asked, report)
  if (totals.conversations === 0) {
    return html`${only}${empty('No calls in this time', 'Calls stand here once they have been held and imported. Try another time or all teams.')}`
  }
  return html`${only}
<section class="card">${facts([
    ['Calls', html`<a href="${conversationsPath(asked)}">${totals.conversations}</a>`],
    ['Time recorded', lengthOf(totals.minutesRecorded * 60)],
    ...FIGURES.slice(1).map((figure) => [figure.title, shownIn(totals, figure)] as const),
  ])}</section>
${card('Over time', overTime(asked, report), { id: 'time' })}
${report.teams.length > 1 || report.teams[0]?.uuid !== asked.team ? card('By team', byTeam(asked, report), { id: 'teams' }) : html``}
${asked.rep === undefined ? card('By person', html`${byPerson(asked, report)}${pager(visit, meta, ['Previous', 'Next'])}`, { id: 'people' }) : html``}
${card('By scorecard', byScorecard(asked, report), { id: 'scorecards' })}
<div class="columns-2">
${card('Labels', labels(asked, report))}
${card('Trackers', trackers(report))}
</div>
${card('Actions made of these calls', actions(report))}
<p class="soft">${dayOf(visit, report.from)} to ${dayOf(visit, report.to)}. Means of few calls jump: look at the number beside them. <a href="/v2/docs#getTeamReport">How figures come about</a></p>`
}

/** What the report is narrowed down to, each with a way back. */
function chosen(asked: Asked, { team, reps }: Report): Html {
  const items: Html[] = []
  if (team !== null) items.push(chip(team.name, { remove: reportPath(asked, { team: undefined }) }))
  if (asked.rep !== undefined) {
    const [rep] = reps
    items.push(chip(rep === undefined ? 'One person' : nameOf(rep), { remove: reportPath(asked, { rep: undefined }) }))
  }
  return items.length === 0 ? html`` : chips(items)
}

const nameOf = ({ firstName, lastName, email }: Pick<Rep, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email

function overTime(asked: Asked, report: Report): Html {
  const byPeriod = new Map(report.periods.map((period) => [period.from, period]))
  const periods = periodsBetween(new Date(report.from), new Date(report.to), asked.by)
  const label = periodLabel(asked.by)
  const newest = report.periods.toReversed()
  return html`${charts(periods, (period) => byPeriod.get(period), label)}
<details class="team-report-table"><summary>All figures by ${asked.by}, with their calls</summary>
${table(
  newest,
  [
    { title: asked.by === 'week' ? 'Week of' : 'Month', cell: ({ from }) => label(from) },
    ...figureColumns<(typeof newest)[number]>(({ from }) => conversationsPath(asked, spanOf(from, asked.by, report))),
  ],
  { caption: `Figures by ${asked.by}` },
)}</details>`
}

const byTeam = (asked: Asked, { teams }: Report): Html =>
  table(
    teams,
    [
      {
        title: 'Team',
        cell: ({ uuid, name }) =>
          uuid === null
            ? html`<span class="soft">No team</span>`
            : html`<a href="${reportPath(asked, { team: uuid })}"><bdi>${name ?? ''}</bdi></a>`,
      },
      ...figureColumns<(typeof teams)[number]>(({ uuid }) =>
        conversationsPath(asked, uuid === null ? {} : { team: uuid }),
      ),
    ],
    { caption: 'Figures by team' },
  )

const byPerson = (asked: Asked, { reps }: Report): Html =>
  table(
    reps,
    [
      {
        title: 'Person',
        cell: (rep) => html`<a href="${reportPath(asked, { rep: rep.uuid })}"><bdi>${nameOf(rep)}</bdi></a>`,
      },
      ...figureColumns<Rep>(({ uuid }) => conversationsPath(asked, { rep: uuid })),
    ],
    { caption: 'Figures by person' },
  )

function byScorecard(asked: Asked, { scorecards }: Report): Html {
  if (scorecards.length === 0) {
    return html`<p class="soft">No call of this time has been scored. Scorecards are made under <a href="/scorecards">Scorecards</a>.</p>`
  }
  return bars(
    scorecards.map(({ scorecardId, title, averageScore, results }) => ({
      label: html`<a href="${reportPath(asked, {}, `${PAGE}/scorecards/${scorecardId}`)}">${title}</a>`,
      value: averageScore,
      shown: `${Math.round(averageScore)} of 100, ${results} ${results === 1 ? 'call' : 'calls'}`,
    })),
    { caption: 'Mean of the results, 0 to 100', most: 100 },
  )
}

function labels(asked: Asked, { labels }: Report): Html {
  if (labels.length === 0) return html`<p class="soft">No call of this time is labelled.</p>`
  return bars(
    labels.map(({ category, option, conversations }) => ({
      label: html`<a href="${conversationsPath(asked, { label: labelValue(category, option) })}">${category}: ${option}</a>`,
      value: conversations,
      shown: String(conversations),
    })),
    { caption: 'Calls with each label' },
  )
}

function trackers({ trackers }: Report): Html {
  if (trackers.length === 0) return html`<p class="soft">No tracker was heard in this time.</p>`
  return bars(
    trackers.map(({ uuid, name, conversations, hits }) => ({
      label: html`<a href="/trackers/${uuid}">${name}</a>`,
      value: conversations,
      shown: `${conversations} (${hits} times)`,
    })),
    { caption: 'Calls in which each tracker was heard' },
  )
}

const actions = ({ actions }: Report): Html =>
  facts([
    ['Waiting', String(actions.pending)],
    ['Drafted', String(actions.drafted)],
    ['Sent', String(actions.sent)],
    ['Dismissed', String(actions.dismissed)],
    ['Expired', String(actions.expired)],
  ])

/** More people than anybody has in one team; a file has one page. */
const PEOPLE = '200'

async function asFile(visit: Visit) {
  const asked = askedIn(visit)
  const { data } = await ask(visit, asked, { size: PEOPLE })
  const figures = (of: Report['totals']) => [
    ...[of.conversations, of.minutesRecorded, of.talkShare, of.questionsAsked, of.longestMonologue],
    ...[of.results, of.averageScore],
  ]
  return csvFile(`team-report-${asked.from}-${asked.to}.csv`, [
    [
      ...['Of', 'Name', 'Calls', 'Minutes recorded', 'Talk share', 'Questions a call', 'Longest monologue (s)'],
      ...['Results of scorecards', 'Average score'],
    ],
    ['All', data.team?.name, ...figures(data.totals)],
    ...data.periods.map((one) => [asked.by === 'week' ? 'Week' : 'Month', one.from, ...figures(one)]),
    ...data.teams.map((one) => ['Team', one.name, ...figures(one)]),
    ...data.reps.map((one) => ['Person', nameOf(one), ...figures(one)]),
    ...data.scorecards.map(({ title, results, averageScore }) => [
      ...['Scorecard', title, null, null, null, null, null, results, averageScore],
    ]),
  ])
}
