/** Team report as a file for spreadsheets. Column titles stay English, because programs read them. */
import type { TargetComparison, TargetFigure } from '../../features/coaching/targets/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type CsvCell, csvFile } from '../components/csv.ts'
import { findTarget } from '../components/targets.ts'
import { formatRepName, loadReport, parseReportQuery, type Report } from './query-params.ts'

/** Maximum number of people in the file, which has one page. */
const REPS_MAX = '200'

/** Figures of the file with targets, and their column titles. A row of a scorecard has the target of its score. */
const TARGETS = [
  ['callsPerWeek', 'Calls per person and week'],
  ['talkShare', 'Talk share'],
  ['questionsAsked', 'Questions per call'],
  ['longestMonologue', 'Longest monologue (s)'],
  ['averageScore', 'Average score'],
] as const satisfies readonly (readonly [TargetFigure, string])[]

export async function downloadReport(req: PageRequest) {
  const asked = parseReportQuery(req)
  const { data } = await loadReport(req, asked, { size: REPS_MAX })
  const scoreTargets = data.scorecards.map(({ target }) =>
    target === null ? [] : [{ ...target, figure: 'averageScore' as const }],
  )
  const all = [
    data.targets,
    ...data.teams.map(({ targets }) => targets),
    ...data.reps.map(({ targets }) => targets),
    ...scoreTargets,
  ].flat()
  const shown = TARGETS.filter(([figure]) => findTarget(all, figure) !== undefined)
  const compared = (targets: readonly TargetComparison[]) =>
    shown.flatMap(([figure]) => targetCells(figure, findTarget(targets, figure)))
  const figures = (of: Report['totals']): CsvCell[] => [
    ...[of.conversations, of.minutesRecorded, of.talkShare, of.questionsAsked, of.longestMonologue],
    ...[of.results, of.averageScore],
  ]
  return csvFile(`team-report-${asked.from}-${asked.to}.csv`, [
    [
      ...['Group', 'Name', 'Calls', 'Minutes recorded', 'Talk share', 'Questions per call', 'Longest monologue (s)'],
      ...['Scorecard results', 'Average score'],
      ...shown.flatMap(([figure, title]) => [
        // The other figures have columns of their own.
        ...(figure === 'callsPerWeek' ? [title] : []),
        ...[`${title}: target minimum`, `${title}: target maximum`, `${title}: verdict`],
      ]),
    ],
    ['Total', data.team?.name, ...figures(data.totals), ...compared(data.targets)],
    // Targets apply to the whole period, not to its weeks or months.
    ...data.periods.map((one) => [asked.by === 'week' ? 'Week' : 'Month', one.from, ...figures(one), ...compared([])]),
    ...data.teams.map((one) => ['Team', one.name, ...figures(one), ...compared(one.targets)]),
    ...data.reps.map((one) => ['Person', formatRepName(one), ...figures(one), ...compared(one.targets)]),
    ...data.scorecards.map(({ title, results, averageScore }, index) => [
      ...['Scorecard', title, null, null, null, null, null, results, averageScore],
      ...compared(scoreTargets[index] ?? []),
    ]),
  ])
}

function targetCells(figure: TargetFigure, one: TargetComparison | undefined): CsvCell[] {
  return [...(figure === 'callsPerWeek' ? [one?.value] : []), one?.minimum, one?.maximum, one?.verdict]
}
