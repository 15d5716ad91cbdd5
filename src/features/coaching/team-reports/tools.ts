/** Tools for team reports. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument, timeArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import type { TargetComparison, TargetFigure } from '../targets/index.ts'
import { getAnyReport } from './get-any-report.ts'
import type { TeamReport } from './schema.ts'

type Figures = TeamReport['totals']
const toToolFigures = (of: Figures) => ({
  ...{ calls: of.conversations, minutes: of.minutesRecorded, talk_share: of.talkShare },
  ...{ questions: of.questionsAsked, longest_monologue: of.longestMonologue, results: of.results },
  average_score: of.averageScore,
})
const HEAD = ['Calls', 'Minutes', 'Talk share', 'Questions', 'Monologue (s)', 'Results', 'Score']
const percent = (share: number | null) => (share === null ? null : `${Math.round(share * 100)} %`)
const row = (of: Figures) => [
  ...[of.conversations, of.minutesRecorded, percent(of.talkShare), of.questionsAsked, of.longestMonologue],
  ...[of.results, of.averageScore],
]
const LABELS: Readonly<Record<TargetFigure, string>> = {
  callsPerWeek: 'Calls per person and week',
  talkShare: 'Talk share',
  questionsAsked: 'Questions',
  longestMonologue: 'Monologue (s)',
  averageScore: 'Score',
  scorecardScore: 'Scorecard',
}
const formatValue = (figure: TargetFigure, value: number | null) => (figure === 'talkShare' ? percent(value) : value)
const targetRow = (label: string, { figure, minimum, maximum, value, verdict }: TargetComparison) => [
  label,
  ...[minimum, maximum, value].map((one) => formatValue(figure, one)),
  verdict,
]
const toToolTarget = ({ figure, minimum, maximum, value, verdict }: TargetComparison) => ({
  ...{ figure, minimum, maximum, value, verdict },
})
const formatRepName = ({ firstName, lastName, email }: TeamReport['reps'][number]) =>
  `${firstName} ${lastName}`.trim() || email

export const tools: readonly Tool[] = [
  defineTool(getAnyReport, {
    name: 'get_team_report',
    title: 'Team report',
    description:
      'Returns figures of one or all teams and of each person, over the calls you can access: talk share, questions, ' +
      'monologues, scores over time, labels, trackers, actions. Says whether they meet their targets. The most active people ' +
      'come first.',
    args: {
      team_id: idArgument('team', 'list_teams')
        .optional()
        .describe('ID of a team, from list_teams; includes child teams. Defaults to all.'),
      rep_id: idArgument('user', 'list_reps')
        .optional()
        .describe('ID of the owner of calls, from list_reps. Defaults to all.'),
      from: timeArgument(
        'begin',
        'Earliest call start, a date or ISO 8601 date-time. Defaults to 90 days before `to`. Example: `2026-09-01`.',
      ),
      to: timeArgument('end', 'Latest call start. A date includes that day. Defaults to now.'),
      period: z.enum(['week', 'month']).optional().describe('Interval of the trend. Defaults to month.'),
    },
    names: { team_id: 'id', rep_id: 'ownerUUID' },
    paged: { max: 200 },
    data: {
      totals: z.looseObject({ calls: z.int() }),
      targets: z.array(z.looseObject({ figure: z.string(), verdict: z.string() })),
      periods: z.array(z.looseObject({ from: z.string() })),
      reps: z.array(z.looseObject({ id: z.string() })),
      teams: z.array(z.looseObject({})),
      scorecards: z.array(z.looseObject({})),
      labels: z.array(z.looseObject({})),
      trackers: z.array(z.looseObject({})),
      actions: z.looseObject({}),
    },
    present: ({ data }) => {
      const { team, totals, periods, teams, reps, scorecards, labels, trackers, actions } = data
      const targets = [
        ...data.targets.map((one) => targetRow(LABELS[one.figure], one)),
        ...scorecards.flatMap(({ title, target }) => (target === null ? [] : [targetRow(title, target)])),
      ]
      const text = [
        lines({ Team: team?.name ?? 'all', From: data.from, To: data.to }),
        table(['', ...HEAD], [['All', ...row(totals)], ...periods.map((one) => [one.from, ...row(one)])]),
        ...(targets.length === 0 ? [] : [table(['Target', 'At least', 'At most', 'Value', 'Verdict'], targets)]),
        table(
          ['Person', ...HEAD, 'Id'],
          reps.map((one) => [formatRepName(one), ...row(one), one.uuid]),
          'No calls.',
        ),
        ...(teams.length < 2
          ? []
          : [
              table(
                ['Team', ...HEAD, 'Id'],
                teams.map((one) => [one.name ?? 'none', ...row(one), one.uuid]),
              ),
            ]),
        table(
          ['Scorecard', 'Results', 'Score', 'Over time', 'Id'],
          scorecards.map((one) => [
            ...[one.title, one.results, one.averageScore],
            one.periods.map(({ from, averageScore }) => `${from}: ${averageScore}`).join('; '),
            one.scorecardId,
          ]),
          'No scores.',
        ),
        lines({
          Labels: labels.map((one) => `${one.category}: ${one.option} (${one.conversations})`).join('; '),
          Trackers: trackers.map((one) => `${one.name} (${one.conversations})`).join('; '),
          Actions: Object.entries(actions)
            .map(([status, n]) => `${n} ${status}`)
            .join(', '),
        }),
      ]
      return {
        text: text.join('\n\n'),
        data: {
          totals: toToolFigures(totals),
          targets: data.targets.map(toToolTarget),
          periods: periods.map((one) => ({ from: one.from, ...toToolFigures(one) })),
          reps: reps.map((one) => ({
            id: one.uuid,
            name: formatRepName(one),
            email: one.email,
            ...toToolFigures(one),
            ...(one.targets.length === 0 ? {} : { targets: one.targets.map(toToolTarget) }),
          })),
          teams: teams.map((one) => ({ id: one.uuid, name: one.name, ...toToolFigures(one) })),
          scorecards: scorecards.map((one) => ({
            ...{ id: one.scorecardId, title: one.title, results: one.results, average_score: one.averageScore },
            ...(one.target === null ? {} : { target: toToolTarget(one.target) }),
            periods: one.periods.map(({ from, results, averageScore }) => ({
              from,
              results,
              average_score: averageScore,
            })),
          })),
          labels: labels.map(({ category, option, conversations }) => ({ category, option, calls: conversations })),
          trackers: trackers.map((one) => ({ id: one.uuid, name: one.name, calls: one.conversations, hits: one.hits })),
          actions,
        },
      }
    },
  }),
]
