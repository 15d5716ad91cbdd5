/** Response schemas of team reports. */
import { z } from 'zod'
import { userReference } from '../../../core/user-reference.ts'
import { targetComparison } from '../targets/index.ts'
import { changedPeriods, figureChange } from './schema-change.ts'

const figures = {
  conversations: z.int().describe('Number of conversations in the report.'),
  minutesRecorded: z.number().describe('Total duration of the recordings in minutes.'),
  talkShare: z
    .number()
    .nullable()
    .describe('Mean talk share of the internal side, 0 to 1; null if it is unknown for all conversations.'),
  questionsAsked: z
    .number()
    .nullable()
    .describe('Mean number of questions of the internal side per conversation; null if unknown for all.'),
  longestMonologue: z
    .number()
    .nullable()
    .describe('Mean duration of the longest monologue of the internal side, in seconds; null if unknown for all.'),
  results: z.int().describe('Number of scorecard results.'),
  averageScore: z.number().nullable().describe('Mean score of the scorecard results, 0 to 100; null without results.'),
}
const targets = z.array(targetComparison)
const periodStart = z.iso.date().describe('First day of the week (Monday) or month, in UTC.')

export const teamReport = z
  .object({
    team: z
      .object({ uuid: z.string().describe('ID of the team.'), name: z.string().describe('Name of the team.') })
      .nullable()
      .describe('Team of the report; null for the whole organization.'),
    from: z.string().describe('Start of the report period, ISO 8601.'),
    to: z.string().describe('End of the report period, ISO 8601.'),
    period: z.enum(['week', 'month']).describe('Interval of figures over time.'),
    totals: z.object(figures).describe('Figures of all conversations in the report.'),
    targets: targets.describe(
      'Figures of `totals` with a target, compared with it. With `ownerUUID`, these are the targets of the primary team of the user.',
    ),
    periods: z
      .array(z.object({ from: periodStart, ...figures }))
      .describe('Figures by week or month, oldest first. Intervals without conversations are missing.'),
    latestChange: z
      .object({ ...changedPeriods, figures: z.array(figureChange).describe('Change of each figure.') })
      .nullable()
      .describe('Change between the last two periods. Null without conversations.'),
    teams: z
      .array(
        z.object({
          uuid: z.string().nullable().describe('ID of the team. Null for conversations without a team.'),
          name: z.string().nullable().describe('Name of the team. Null for conversations without a team.'),
          ...figures,
          targets,
        }),
      )
      .describe(
        'Figures by team, without child teams, with the targets of the team, sorted by number of conversations, descending. Maximum 50. `uuid` is null for conversations without a team.',
      ),
    reps: z
      .array(
        z.object({
          ...userReference.shape,
          ...figures,
          targets,
        }),
      )
      .describe(
        'Figures by owner, with the targets of the primary team: one page, sorted by number of conversations, descending.',
      ),
    scorecards: z
      .array(
        z.object({
          scorecardId: z.string().describe('ID of the scorecard.'),
          title: z.string().describe('Title of the scorecard.'),
          results: z.int().describe('Number of scorecard results.'),
          averageScore: z.number().describe('Mean score, 0 to 100.'),
          target: targetComparison
            .nullable()
            .describe('Comparison with the target of the scorecard; null without one.'),
          periods: z
            .array(
              z.object({
                from: periodStart,
                results: z.int().describe('Number of scorecard results in the interval.'),
                averageScore: z.number().describe('Mean score in the interval, 0 to 100.'),
              }),
            )
            .describe('Results by week or month, oldest first.'),
        }),
      )
      .describe('Results by scorecard, sorted by number of results, descending. Maximum 50.'),
    labels: z
      .array(
        z.object({
          category: z.string().describe('Category of the label.'),
          option: z.string().describe('Option of the label.'),
          conversations: z.int().describe('Number of conversations with this label.'),
        }),
      )
      .describe('Number of conversations by label option, descending. Maximum 50.'),
    trackers: z
      .array(
        z.object({
          uuid: z.string().describe('ID of the tracker.'),
          name: z.string().describe('Name of the tracker.'),
          conversations: z.int().describe('Number of conversations with a match.'),
          hits: z.int().describe('Number of matches in these conversations.'),
        }),
      )
      .describe('Trackers with matches, sorted by number of conversations, descending. Maximum 50.'),
    actions: z
      .object({
        pending: z.int().describe('Pending actions without those that have expired.'),
        drafted: z.int().describe('Drafted actions without those that have expired.'),
        sent: z.int().describe('Actions whose status is `sent`.'),
        dismissed: z.int().describe('Actions whose status is `dismissed`.'),
        expired: z.int().describe('Pending and drafted actions that have expired.'),
      })
      .describe(
        'Number of suggested actions from these conversations, by current status: those that `GET /actions` lists for the caller with `owner=all`.',
      ),
  })
  .meta({ id: 'TeamReport' })
export type TeamReport = z.output<typeof teamReport>
