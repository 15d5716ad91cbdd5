import { z } from 'zod'
import { conflict, forbidden, invalid, notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import type { Visibility } from '../../../core/principal.ts'
import { text, uuid } from '../../../core/wire.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { bodyFilterFields, filtersOfBody, selectUserVisibility } from '../../conversations/records/index.ts'
import { selectSourceTitles } from '../../search/knowledge-base/index.ts'
import { prompt as promptText, selectMeant } from '../answers/index.ts'
import { storeInsight } from '../insights/index.ts'
import { countUnfinished, insertRun, insertRunConversations } from './queries.ts'
import { runInsight } from './run-insight.job.ts'
import { CONVERSATIONS_MAX, PROMPTS_MAX, SOURCES_MAX, UNFINISHED_MAX } from './schema.ts'

const TITLE_MAX = 256

export const createInsight = defineOperation({
  id: 'createInsight',
  summary: 'Create an insight',
  description:
    'Answers one or more questions from many conversations in the background. `GET /gi/{id}` returns the progress and the ' +
    'results. Without `conversation_ids` and filters, Parley reads all conversations that the user can access, up to the ' +
    'newest 1,000. Returns 409 `too_many_insights` if the user has ' +
    `${UNFINISHED_MAX} unfinished insights.`,
  tag: 'Insights',
  cost: COSTS.highest,
  input: z
    .object({
      user_uuid: uuid()
        .optional()
        .describe(
          'ID of the user who owns the insight, from `GET /organizations/users`. Defaults to the caller. Only admins can set ' +
            'another user. Required for organization-level keys.',
        ),
      title: text({ min: 1, max: TITLE_MAX, trim: true })
        .optional()
        .describe(`Title of the insight, 1 to ${TITLE_MAX} characters. Defaults to the first question.`),
      prompt: promptText()
        .optional()
        .describe(
          'Question to answer. Required unless you send `prompts`. Example: `Which competitors do customers mention?`.',
        ),
      prompts: z
        .array(promptText())
        .min(1)
        .max(PROMPTS_MAX)
        .optional()
        .describe(`Questions to answer separately, 1 to ${PROMPTS_MAX}. Can't be combined with \`prompt\`.`),
      conversation_ids: z
        .array(uuid())
        .min(1)
        .max(CONVERSATIONS_MAX)
        .optional()
        .describe(
          `IDs of the conversations to read, from \`GET /conversations\`. 1 to ${CONVERSATIONS_MAX}. The user must have ` +
            "access to all of them. Can't be combined with filters.",
        ),
      ...bodyFilterFields,
      knowledge_source_ids: z
        .array(uuid())
        .min(1)
        .max(SOURCES_MAX)
        .optional()
        .describe(
          `IDs of knowledge sources to read as well, from \`GET /knowledge-base/sources\`. 1 to ${SOURCES_MAX}. Defaults to none.`,
        ),
    })
    .refine(({ prompt, prompts }) => prompt !== undefined || prompts !== undefined, {
      path: ['prompt'],
      message: '`prompt` or `prompts` is required.',
    })
    .refine(({ prompt, prompts }) => prompt === undefined || prompts === undefined, {
      path: ['prompts'],
      message: "`prompt` and `prompts` can't be combined. Send only one of them.",
    }),
  output: z.object({
    uuid: z.string().describe('ID of the insight. Use it with `GET /gi/{id}`.'),
    status: z.literal('PENDING').describe('Status of the results. Always `PENDING`.'),
  }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/gi', status: 202, refusals: [404, 409] },
  async handle(given, ctx) {
    const { user, role } = ctx.principal
    const userId = given.user_uuid ?? user?.id
    if (userId === undefined)
      throw invalid({
        pointer: '/user_uuid',
        detail: '`user_uuid` is required with an organization-level API key. Set it to the ID of an active user.',
      })
    if (role !== 'ADMIN' && userId !== user?.id) {
      throw forbidden('admin_required', 'Creating an insight for another user requires the admin role.')
    }
    const prompts = listPrompts(given)
    const [first = ''] = prompts
    const sourceIds = [...new Set(given.knowledge_source_ids)]
    return ctx.transact(async (tx) => {
      const visibility = await selectUserVisibility(tx, ctx.org, userId)
      if (visibility === undefined || (await findUser(tx, ctx.org, { id: userId })) === undefined) {
        throw invalid({
          pointer: '/user_uuid',
          detail: 'No active user has this ID. Use an ID from `GET /organizations/users`.',
        })
      }
      if ((await countUnfinished(tx, ctx.org, userId)) >= UNFINISHED_MAX) {
        throw conflict(
          'too_many_insights',
          `The user has the maximum of ${UNFINISHED_MAX} unfinished insights. Try again after one has finished.`,
        )
      }
      if ((await selectSourceTitles(tx, ctx.org, sourceIds)).size < sourceIds.length) {
        throw notFound('knowledge source', '/knowledge_source_ids')
      }
      const { total, ids } = await toSelection(given, visibility, (within) =>
        selectMeant(tx, ctx.org, within, CONVERSATIONS_MAX),
      )
      const id = await storeInsight(tx, ctx.org, {
        userId,
        title: given.title ?? [...first.replace(/\s+/g, ' ')].slice(0, TITLE_MAX).join(''),
        at: ctx.clock.now(),
        results: prompts.map((prompt) => ({ prompt, status: 'PENDING', result: '', conversationIds: [], items: [] })),
      })
      await insertRun(tx, ctx.org, { insightId: id, meant: total, sourceIds })
      const taken = await insertRunConversations(tx, ctx.org, visibility, id, ids)
      if (given.conversation_ids !== undefined && taken < ids.length) {
        throw notFound('conversation', '/conversation_ids')
      }
      await ctx.jobs.add(tx, ctx.org, runInsight, { id, ticket: 1 })
      ctx.addAuditTarget('insight', id)
      return { uuid: id, status: 'PENDING' as const }
    })
  },
})

type CreateInsightInput = z.output<typeof createInsight.input>

const listPrompts = ({ prompt, prompts }: CreateInsightInput): readonly string[] => prompts ?? [prompt ?? '']

type InsightSelection = ReturnType<typeof selectMeant>

async function toSelection(
  given: CreateInsightInput,
  visibility: Visibility,
  meant: (within: Parameters<typeof selectMeant>[2]) => InsightSelection,
): Promise<{ total: number; ids: readonly string[] }> {
  const isFiltered = given.filter !== undefined || given.fromDateTime !== undefined || given.toDateTime !== undefined
  if (given.conversation_ids === undefined) {
    const { total, newest } = await meant({ visibility, filters: filtersOfBody(given) })
    return { total, ids: newest.map(({ id }) => id) }
  }
  if (isFiltered)
    throw invalid({
      pointer: '/conversation_ids',
      detail: "`conversation_ids` can't be combined with filters. Send only one of them.",
    })
  const ids = [...new Set(given.conversation_ids)]
  return { total: ids.length, ids }
}
