/** Response schema of the report of a scorecard. */
import { z } from 'zod'
import { userReference } from '../../../core/user-reference.ts'
import { targetComparison } from '../targets/index.ts'
import { changedPeriods, changeVerdict } from './schema-change.ts'

const results = z.int().describe('Number of results, one for each scored conversation.')
const averageScore = z.number().describe('Mean score, 0 to 100.')

const scoreChange = z
  .object({
    ...changedPeriods,
    latestScore: z.number().nullable().describe('Mean score in the latest period, 0 to 100; null without results.'),
    previousScore: z.number().nullable().describe('Mean score in the period before, 0 to 100; null without results.'),
    latestResults: z.int().describe('Number of results in the latest period.'),
    previousResults: z.int().describe('Number of results in the period before.'),
    verdict: changeVerdict,
  })
  .meta({ id: 'ScoreChange' })
export type ScoreChange = z.output<typeof scoreChange>

export const scorecardReport = z
  .object({
    scorecardId: z.string().describe('ID of the scorecard.'),
    title: z.string().describe('Current title of the scorecard. Of a deleted one, the title in a result.'),
    deleted: z.boolean().describe('Whether the scorecard was deleted. Its results stay.'),
    from: z.string().describe('Start of the report period, ISO 8601.'),
    to: z.string().describe('End of the report period, ISO 8601.'),
    period: z.enum(['week', 'month']).describe('Interval of figures over time.'),
    results,
    averageScore: averageScore.nullable().describe('Mean score of all results, 0 to 100; null without results.'),
    target: targetComparison.nullable().describe('Comparison with the target of the scorecard; null without one.'),
    latestChange: scoreChange.nullable().describe('Change between the last two periods. Null without results.'),
    periods: z
      .array(
        z.object({
          from: z.iso.date().describe('First day of the week (Monday) or month, in UTC.'),
          ...{ results, averageScore },
        }),
      )
      .describe('Results by week or month, oldest first. Intervals without results are missing.'),
    items: z
      .array(
        z.object({
          uuid: z.string().describe('ID of the scorecard item.'),
          title: z.string().describe('Question of the item.'),
          results: z.int().describe('Number of conversations with a score for the item.'),
          averageScore: averageScore
            .nullable()
            .describe('Mean position of the scores on their scale, 0 to 100; null without scores.'),
        }),
      )
      .describe('Items in the order of the scorecard. Deleted items with scores come last.'),
    reps: z
      .array(
        z.object({
          ...userReference.shape,
          ...{ results, averageScore },
          latestChange: scoreChange
            .nullable()
            .describe('Change between the last two periods. Null if the user has no results in the latest one.'),
          items: z
            .array(
              z.object({
                uuid: z.string().describe('ID of the scorecard item.'),
                results: z.int().describe('Number of conversations of the user with a score for the item.'),
                averageScore: averageScore.describe('Mean position of the scores on their scale, 0 to 100.'),
              }),
            )
            .describe('Items with scores of the user.'),
        }),
      )
      .describe('Results by owner of the conversations: one page, most results first.'),
  })
  .meta({ id: 'ScorecardReport' })
