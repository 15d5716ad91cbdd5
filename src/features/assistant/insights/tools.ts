/** Tool that lists insights. */
import { z } from 'zod'
import { defineTool, defineToolOperation, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt, table } from '../../../core/tool-text.ts'
import { userOrCaller } from '../../../core/tool-user.ts'
import { PROMPT_TOLD } from './format-insights.ts'
import { listInsights } from './list-insights.ts'

const ENTRIES_MAX = 100

const { user_uuid: userId } = listInsights.input.shape

/** List of insights whose user defaults to the caller. */
const insightsOfUser = defineToolOperation({
  ...listInsights,
  input: listInsights.input.extend({ user_uuid: userId.optional() }),
  handle: (asked, ctx) =>
    listInsights.handle({ ...asked, user_uuid: userOrCaller(ctx, asked.user_uuid, '/user_uuid') }, ctx),
})

export const tools: readonly Tool[] = [
  defineTool(insightsOfUser, {
    name: 'list_insights',
    title: 'List insights',
    page: { path: '/insights', field: 'insights' },
    description:
      'Lists the insights of a user, newest first. An insight is a question answered from many calls. Use get_insight to read the answers.',
    args: {
      user_id: idArgument('user', 'list_reps')
        .optional()
        .describe('ID of the user who owns the insights. Defaults to the caller. Only admins can set another user.'),
    },
    names: { user_id: 'user_uuid' },
    paged: { max: ENTRIES_MAX, by: 'offset' },
    input: ({ user_id }) => ({
      ...(user_id === undefined ? {} : { user_uuid: user_id }),
      // The tool doesn't return sources, so the stored results are sufficient.
      withoutEnhancingResults: 'true',
    }),
    data: { insights: z.array(z.looseObject({ id: z.string(), title: z.string(), questions: z.array(z.string()) })) },
    present: ({ data }) => {
      const insights = data.map(({ uuid, title, createdAt, results }) => ({
        ...{ id: uuid, title, created_at: createdAt },
        questions: results.map(({ prompt }) => excerpt(prompt, PROMPT_TOLD)),
      }))
      const rows = insights.map((one) => [one.title, one.id, one.created_at, one.questions.join(' / ')])
      return { text: table(['Insight', 'Id', 'Created', 'Questions'], rows), data: { insights } }
    },
  }),
]
