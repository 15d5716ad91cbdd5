/** Tools that create and read insights. */

import { z } from 'zod'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument, timeArgument } from '../../../core/tool-arguments.ts'
import { lines } from '../../../core/tool-text.ts'
import { resultData, resultText, serializeResult } from '../insights/index.ts'
import { createInsight } from './create-insight.ts'
import { getInsight } from './get-insight.ts'

const { prompt } = createInsight.input.shape
const given = z.string().optional()

export const tools: readonly Tool[] = [
  defineTool(getInsight, {
    name: 'get_insight',
    title: 'Get an insight',
    page: { path: '/insights' },
    description:
      'Returns an insight with the answer to each question. Citations [1], [2] refer to quotes of calls and knowledge sources. Use get_call_details for the context of a quote. While the status is PENDING, call the tool again later.',
    args: { insight_id: idArgument('insight', 'list_insights') },
    names: { insight_id: 'id' },
    data: {
      id: z.string(),
      title: z.string(),
      created_at: z.string(),
      calls_done: z.int(),
      calls_in_all: z.int(),
      results: z.array(resultData),
    },
    present: ({ uuid: id, title, createdAt, results, progress }) => {
      const { conversationsRead: done, conversationsTotal: all } = progress
      const told = results.map(serializeResult)
      const head = lines({
        Insight: title,
        Id: id,
        Created: createdAt,
        ...(all === 0 ? {} : { Read: `${done} of ${all} calls` }),
      })
      return {
        text: [head, ...told.map(resultText)].join('\n\n'),
        data: { id, title, created_at: createdAt, calls_done: done, calls_in_all: all, results: told },
      }
    },
  }),
  defineTool(createInsight, {
    name: 'create_insight',
    title: 'Create an insight',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    description:
      'Answers a question from many calls: reads each call, then counts and cites them. Runs for minutes in the background; use get_insight for the result. Defaults to the newest 1,000 calls the user can access. For a few calls, use ask_assistant.',
    args: {
      prompt: prompt.unwrap().describe('Question to answer. Example: `Which competitors do customers mention?`.'),
      call_ids: z
        .array(z.string())
        .optional()
        .describe("IDs of the calls to read, from search_calls. Can't be combined with filters."),
      from: timeArgument('begin', 'Earliest start time: a date or ISO 8601 date-time. Example: `2026-11-01`.'),
      to: timeArgument('end', "Latest start time, as in `from`. A date includes that day, in the user's time zone."),
      team_id: given.describe('ID of a team, from list_teams. Includes its child teams.'),
      opportunity_id: given.describe('ID of an opportunity, from get_call_details, or its CRM ID.'),
      user_id: given.describe(
        'ID of the owner, from list_reps. Defaults to the caller. Required for organization-level keys.',
      ),
    },
    names: { call_ids: 'conversation_ids', user_id: 'user_uuid', from: 'fromDateTime', to: 'toDateTime' },
    input: ({ prompt, call_ids, from, to, team_id, opportunity_id, user_id }) => {
      const filter = {
        ...(team_id === undefined ? {} : { 'team.id': [team_id] }),
        ...(opportunity_id === undefined ? {} : { 'external_opportunity.id': [opportunity_id] }),
      }
      return {
        prompt,
        ...omitUndefined({ conversation_ids: call_ids, fromDateTime: from, toDateTime: to, user_uuid: user_id }),
        ...(Object.keys(filter).length === 0 ? {} : { filter }),
      }
    },
    data: { insight_id: z.string(), status: z.string() },
    present: ({ uuid: id, status }) => ({
      text: `Creating insight ${id}. Call get_insight later to read it.`,
      data: { insight_id: id, status },
    }),
  }),
]
