/** Insights in the making, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines } from '../../core/tool-text.ts'
import { resultData, resultText, tellResult } from '../insights/index.ts'
import { createInsight } from './create-insight.ts'
import { getInsight } from './get-insight.ts'

const { prompt } = createInsight.input.shape
const given = z.string().optional()

export const tools: readonly Tool[] = [
  defineTool(getInsight, {
    name: 'get_insight',
    title: 'Read an insight',
    description:
      'One insight: each question with its answer, whose marks [1], [2] … name its sources: quotes of calls (get_call_details reads around them) and of knowledge sources. PENDING: not finished, ask again later.',
    args: { insight_id: idOf('insight', 'list_insights') },
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
      const told = results.map(tellResult)
      const head = lines({
        Insight: title,
        Id: id,
        Made: createdAt,
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
    title: 'Make an insight',
    description:
      'Puts a question to many calls (ask_assistant quotes four): each is read, the answer counts and cites them. Takes minutes; get_insight reads it. Default: all calls you see, the newest 1,000 at most.',
    args: {
      prompt: prompt.unwrap().describe('The question.'),
      call_ids: z.array(z.string()).optional().describe('Only these.'),
      from: given.describe('Started then or later.'),
      to: given.describe('Started then or earlier.'),
      team_id: given.describe('Of this team or below.'),
      opportunity_id: given.describe('Our id or the CRM’s.'),
      user_id: given.describe('Whose insight. Default: you; org-level keys name one.'),
    },
    names: { call_ids: 'conversation_ids', user_id: 'user_uuid', from: 'fromDateTime', to: 'toDateTime' },
    input: ({ prompt, call_ids, from, to, team_id, opportunity_id, user_id }) => {
      const filter = {
        ...(team_id === undefined ? {} : { 'team.id': [team_id] }),
        ...(opportunity_id === undefined ? {} : { 'external_opportunity.id': [opportunity_id] }),
      }
      return {
        prompt,
        ...(call_ids === undefined ? {} : { conversation_ids: call_ids }),
        ...(from === undefined ? {} : { fromDateTime: from }),
        ...(to === undefined ? {} : { toDateTime: to }),
        ...(Object.keys(filter).length === 0 ? {} : { filter }),
        ...(user_id === undefined ? {} : { user_uuid: user_id }),
      }
    },
    data: { insight_id: z.string(), status: z.string() },
    present: ({ uuid: id, status }) => ({
      text: `Making insight ${id}. Read it with get_insight in a while.`,
      data: { insight_id: id, status },
    }),
  }),
]
