/** Insights, for assistants. */
import { z } from 'zod'
import { defineTool, defineToolOperation, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { fitted } from '../../core/tool-fit.ts'
import { clock, excerpt, lines, quoted, table } from '../../core/tool-text.ts'
import { userOrCaller } from '../../core/tool-user.ts'
import { getInsight } from './get-insight.ts'
import { listInsights } from './list-insights.ts'
import type { Insight, Item } from './schema.ts'

const ENTRIES_MAX = 100
const PROMPT_TOLD = 300
const SOURCES_TOLD = 25
/** Of one result, in tokens: together with its sources it fits an answer. */
const RESULT_TOLD = 5_000
const SOURCE_TOLD = 150

const { user_uuid: userId } = listInsights.input.shape

/** The same list, of the caller when it names nobody. */
const insightsOfUser = defineToolOperation({
  ...listInsights,
  input: listInsights.input.extend({ user_uuid: userId.optional() }),
  handle: (asked, ctx) =>
    listInsights.handle({ ...asked, user_uuid: userOrCaller(ctx, asked.user_uuid, '/user_uuid') }, ctx),
})

type Result = Insight['results'][number]

const source = z.looseObject({ type: z.string(), id: z.string(), quote: z.string(), start: z.number().nullable() })

const tellSource = ({ type, id, title, quote, start }: Item) => ({
  type: type === 'CONVERSATION' ? 'call' : 'knowledge_source',
  ...{ id, title: excerpt(title, 80), quote: fitted(quote, SOURCE_TOLD), start },
})

const tellResult = ({ prompt, status, synthesis = '', withheld, items = [], conversationsUsed }: Result) => ({
  ...{ prompt: excerpt(prompt, PROMPT_TOLD), status, withheld },
  answer: fitted(synthesis, RESULT_TOLD),
  sources: items.slice(0, SOURCES_TOLD).map(tellSource),
  sources_in_all: items.length,
  calls_read: conversationsUsed.length,
})
type ToldResult = ReturnType<typeof tellResult>

const WITHHELD = 'Withheld: a call it was made of is hidden from you by now.'

function resultText({ prompt, status, withheld, answer, sources, sources_in_all, calls_read }: ToldResult): string {
  const said = withheld ? WITHHELD : answer === '' ? 'No answer.' : quoted(answer)
  const head = lines({ Question: prompt, Status: status, 'Calls read that you see': calls_read })
  const told = sources.map(({ type, id, title, quote, start }, at) => [
    ...[at + 1, `${type} ${id}`, title, start === null ? '' : `${clock(start)} (${start} s)`, quote],
  ])
  const more = sources_in_all - sources.length
  return [
    head,
    said,
    ...(told.length === 0 ? [] : [table(['Source', 'Of', 'Title', 'At', 'Quote'], told)]),
    ...(more === 0 ? [] : [`[Left out: ${more} more sources.]`]),
  ].join('\n\n')
}

export const tools: readonly Tool[] = [
  defineTool(insightsOfUser, {
    name: 'list_insights',
    title: 'List insights',
    description:
      'Insights are questions that a user had answered over many calls. Lists those of one user, newest first; get_insight reads the answers.',
    args: {
      user_id: idOf('user', 'list_reps').optional().describe('Default: you. Only admins name others.'),
    },
    names: { user_id: 'user_uuid' },
    paged: { max: ENTRIES_MAX, by: 'offset' },
    input: ({ user_id }) => ({
      ...(user_id === undefined ? {} : { user_uuid: user_id }),
      // What was stored is enough: sources are not told here.
      withoutEnhancingResults: 'true',
    }),
    data: { insights: z.array(z.looseObject({ id: z.string(), title: z.string(), questions: z.array(z.string()) })) },
    present: ({ data }) => {
      const insights = data.map(({ uuid, title, createdAt, results }) => ({
        ...{ id: uuid, title, created_at: createdAt },
        questions: results.map(({ prompt }) => excerpt(prompt, PROMPT_TOLD)),
      }))
      const rows = insights.map((one) => [one.title, one.id, one.created_at, one.questions.join(' / ')])
      return { text: table(['Insight', 'Id', 'Made', 'Questions'], rows), data: { insights } }
    },
  }),
  defineTool(getInsight, {
    name: 'get_insight',
    title: 'Read an insight',
    description:
      'One insight: each question with its answer, whose marks [1], [2] … name its sources: quotes of calls (get_call_details reads around them) and of knowledge sources.',
    args: { insight_id: idOf('insight', 'list_insights') },
    names: { insight_id: 'id' },
    data: {
      id: z.string(),
      title: z.string(),
      created_at: z.string(),
      results: z.array(
        z.looseObject({
          prompt: z.string(),
          status: z.string(),
          withheld: z.boolean(),
          answer: z.string(),
          sources: z.array(source),
        }),
      ),
    },
    present: ({ uuid, title, createdAt, results }) => {
      const told = results.map(tellResult)
      return {
        text: [lines({ Insight: title, Id: uuid, Made: createdAt }), ...told.map(resultText)].join('\n\n'),
        data: { id: uuid, title, created_at: createdAt, results: told },
      }
    },
  }),
]
