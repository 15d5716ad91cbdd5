/** Report of one scorecard: scores over time, and agreement of automatic scores with those of reviewers. */

import { AppError } from '../../core/errors.ts'
import { formatPercent } from '../../core/languages/formats.ts'
import { t } from '../../core/languages/message.ts'
import { getScorecardAgreement } from '../../features/coaching/automatic-scoring/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { columns } from '../components/charts.ts'
import { card, empty, facts, heading, linkButton } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { longVerdict, toBand } from '../components/targets.ts'
import { periodLabel } from './figures.ts'
import {
  conversationsPath,
  loadReport,
  PAGE,
  parseReportQuery,
  periodsBetween,
  reportPath,
  toListPeriod,
} from './query-params.ts'

export const scorecardReportPage = definePage({
  path: `${PAGE}/scorecards/:id`,
  async show(req) {
    const asked = parseReportQuery(req)
    const { id } = req.params
    const [agreement, { data }] = await Promise.all([loadAgreement(req, id), loadReport(req, asked, { size: '1' })])
    const found = data.scorecards.find(({ scorecardId }) => scorecardId === id)
    const title = found?.title ?? agreement?.title ?? t('Scorecard')
    const byPeriod = new Map(found?.periods.map((period) => [period.from, period]))
    const label = periodLabel(asked.by)
    const points = periodsBetween(new Date(data.from), new Date(data.to), asked.by).map((period) => {
      const at = byPeriod.get(period)
      const shown = at === undefined ? '–' : `${Math.round(at.averageScore)} (${at.results})`
      const path =
        at === undefined
          ? undefined
          : conversationsPath(asked, { ...toListPeriod(period, asked.by, data), figures: { scorecard: id } })
      return { label: label(period), path, value: at?.averageScore, shown }
    })
    return {
      title,
      body: html`${heading(title, {
        trail: [{ label: t('Team report'), path: reportPath(asked) }],
        actions: agreement === undefined ? [] : linkButton(`/scorecards/${id}`, t('View scorecard')),
      })}
${card(
  t('Over time'),
  found === undefined
    ? html`<p class="soft">No calls in this period were scored with this scorecard.</p>`
    : html`<p><a href="${conversationsPath(asked, { figures: { scorecard: id } })}">${found.results === 1 ? t('1 scored call') : t`${found.results} scored calls`}</a> <span class="soft">in this period, ${Math.round(found.averageScore)} of 100 on average</span>${found.target !== null && longVerdict(found.target)}</p>${columns(points, { band: toBand(found.target ?? undefined), caption: asked.by === 'week' ? t('Average score per week, 0 to 100 (number of results)') : t('Average score per month, 0 to 100 (number of results)'), axis: { most: 100 } })}`,
)}
${card(t('Agreement of reviewers and automatic scores'), agreement === undefined ? html`<p class="soft">This scorecard was deleted.</p>` : renderAgreement(agreement))}`,
    }
  },
})

/** Agreement of a scorecard. Undefined if the scorecard was deleted, because results stay. */
async function loadAgreement(req: PageRequest, id: string) {
  try {
    return await req.run(getScorecardAgreement, { id })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  }
}

type Agreement = NonNullable<Awaited<ReturnType<typeof loadAgreement>>>
type Item = Agreement['items'][number]

function renderAgreement(agreement: Agreement): Html {
  if (agreement.compared === 0) {
    return empty(
      t('No scores to compare yet'),
      t('See how often reviewers agree with automatic scores. To compare them, score calls that Parley has scored.'),
    )
  }
  return html`${facts([
    [t('Calls scored by both'), String(agreement.conversations)],
    [t('Scores compared'), String(agreement.compared)],
    [t('Same level'), percent(agreement.exact)],
    [t('At most one level apart'), percent(agreement.withinOne)],
    [t('Agreement beyond chance (kappa)'), decimal(agreement.kappa)],
    [t('Weighted kappa'), decimal(agreement.weightedKappa)],
  ])}
<p class="soft">Includes all calls you have access to, from any period. Reviewers who saw the automatic score aren't independent. 1 means perfect agreement; 0 means no better than chance.</p>
${table<Item>(agreement.items, ITEMS, { caption: t('Agreement by question') })}
${agreement.items.filter(({ compared }) => compared > 0).map(levels)}`
}

const ITEMS = [
  { title: t('Question'), cell: ({ title }: Item) => html`<bdi>${title}</bdi>` },
  { title: t('Compared'), kind: 'number', cell: ({ compared }: Item) => String(compared) },
  { title: t('Same level'), kind: 'number', cell: ({ exact }: Item) => percent(exact) },
  { title: t('At most one level apart'), kind: 'number', cell: ({ withinOne }: Item) => percent(withinOne) },
  { title: t('Kappa'), kind: 'number', cell: ({ kappa }: Item) => decimal(kappa) },
  { title: t('Reviewers only'), kind: 'number', cell: ({ onlyPerson }: Item) => String(onlyPerson) },
] as const

/** Levels of a person, and the titles of the columns with automatic scores. */
const LEVELS = [t('Low'), t('Middle'), t('High')] as const
const AUTOMATIC = [t('Automatic: low'), t('Automatic: middle'), t('Automatic: high')] as const

const levels = ({ title, levels }: Item): Html =>
  html`<details class="team-report-table"><summary>Levels of <bdi>${title}</bdi></summary>
${table(
  levels.map((counts, person) => ({ level: LEVELS[person] ?? '', counts })),
  [
    { title: t('Reviewer'), cell: ({ level }) => level },
    ...AUTOMATIC.map((title, program) => ({
      title,
      kind: 'number' as const,
      cell: ({ counts }: { counts: readonly number[] }) => String(counts[program] ?? 0),
    })),
  ],
  { caption: t('Number of scores by level of reviewer and automatic score') },
)}</details>`

const percent = (share: number | null) => (share === null ? '–' : formatPercent(share))
const decimal = (value: number | null) => (value === null ? '–' : value.toFixed(2))
