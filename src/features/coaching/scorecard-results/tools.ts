/** Scorecard result tools for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument, timeArgument } from '../../../core/tool-arguments.ts'
import { excerpt, table } from '../../../core/tool-text.ts'
import { uuid } from '../../../core/wire.ts'
import { listScorecardResults } from './list-scorecard-results.ts'
import type { StoredResult } from './schema.ts'

const SUMMARY_MAX = 300

const toToolResult = ({ conversation, summary, ...result }: StoredResult) => ({
  ...{ id: result.uuid, call_id: conversation.uuid, call_title: conversation.title },
  ...{ average_score: summary.averageScore, summary: excerpt(summary.summaryText, SUMMARY_MAX) },
  source: result.source,
  scores: result.items.map(({ uuid, title, numericResult: { score, min, max } }) => ({
    ...{ item_id: uuid, title, score, min, max },
  })),
})

export const tools: readonly Tool[] = [
  defineTool(listScorecardResults, {
    name: 'list_scorecard_results',
    title: 'List scorecard results',
    description:
      'Returns the results of a scorecard for calls that the user can access, newest call first. A result contains the ' +
      `average score (0 to 100), scores with their scales, and a summary (at most ${SUMMARY_MAX} characters, cut at […]). ` +
      'Use get_call_details for the evidence.',
    args: {
      scorecard_id: idArgument('scorecard', 'get_scorecards'),
      owner_id: uuid().optional().describe('ID of the user who owns the calls, from list_reps.'),
      from: timeArgument(
        'begin',
        'Earliest start of the calls: a date, or an ISO 8601 date-time. Example: `2026-11-01`.',
      ),
      to: timeArgument('end', "Latest start, as in `from`. A date includes that day, in the user's time zone."),
    },
    names: { scorecard_id: 'id', owner_id: 'owner' },
    paged: { max: 100 },
    data: {
      results: z.array(
        z.looseObject({ call_id: z.string(), average_score: z.number(), scores: z.array(z.looseObject({})) }),
      ),
    },
    present: ({ data }) => {
      const results = data.map(toToolResult)
      return {
        text: table(
          ['Call', 'Average', 'Scores', 'Summary', 'Scored by', 'Call ID'],
          results.map((one) => [
            ...[one.call_title, one.average_score],
            one.scores.map(({ title, score, min, max }) => `${title}: ${score} of ${min}–${max}`).join('; '),
            ...[one.summary, one.source === 'ai' ? 'Parley' : 'a user', one.call_id],
          ]),
        ),
        data: { results },
      }
    },
  }),
]
