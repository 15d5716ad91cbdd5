import { z } from 'zod'
import { conflict, forbidden, invalid, notFound } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import type { Visibility } from '../../core/principal.ts'
import { text, uuid } from '../../core/wire.ts'
import { prompt as promptText, selectMeant } from '../answers/index.ts'
import { bodyFilterFields, filtersOfBody, selectVisibilityOf } from '../conversations/index.ts'
import { findUser } from '../identity/index.ts'
import { storeInsight } from '../insights/index.ts'
import { selectSourceTitles } from '../knowledge/index.ts'
import { countUnfinished, insertRun, insertRunConversations } from './queries.ts'
import { runInsight } from './run-insight.job.ts'
import { CONVERSATIONS_MAX, PROMPTS_MAX, SOURCES_MAX, UNFINISHED_MAX } from './schema.ts'

const TITLE_MAX = 256

export const createInsight = defineOperation({
  id: 'createInsight',
  summary: 'Put one or several questions to a selection of conversations, each of which is read for them.',
  description:
    'Reads the conversations named, or those that the filters mean, or all that its user sees, the newest 1,000 at ' +
    'most, and knowledge sources beside them. It is done in the background: getInsight tells how far it has come. Only ' +
    'what its user sees is read. Give prompt or prompts.',
  tag: 'Insights',
  cost: COSTS.highest,
  input: z.object({
    user_uuid: uuid().optional().describe('Whose insight it is. Default: the caller; only admins name others.'),
    title: text({ min: 1, max: TITLE_MAX, trim: true }).optional().describe('Default: the first question.'),
    prompt: promptText().optional(),
    prompts: z.array(promptText()).min(1).max(PROMPTS_MAX).optional().describe('Each is answered by itself.'),
    conversation_ids: z
      .array(uuid())
      .min(1)
      .max(CONVERSATIONS_MAX)
      .optional()
      .describe('These alone; all of them must be there.'),
    ...bodyFilterFields,
    knowledge_source_ids: z.array(uuid()).min(1).max(SOURCES_MAX).optional().describe('Asked beside them.'),
  }),
  output: z.object({ uuid: z.string(), status: z.literal('PENDING') }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/gi', status: 202, refusals: [404, 409] },
  async handle(given, ctx) {
    const { user, role } = ctx.principal
    const userId = given.user_uuid ?? user?.id
    if (userId === undefined) throw invalid({ pointer: '/user_uuid', detail: 'An org-level key must name one.' })
    if (role !== 'ADMIN' && userId !== user?.id) {
      throw forbidden('admin_required', 'Only admins make insights for others.')
    }
    const prompts = promptsOf(given)
    const [first = ''] = prompts
    const sourceIds = [...new Set(given.knowledge_source_ids)]
    return ctx.transact(async (tx) => {
      const visibility = await selectVisibilityOf(tx, ctx.org, userId)
      if (visibility === undefined || (await findUser(tx, ctx.org, { id: userId })) === undefined) {
        throw invalid({ pointer: '/user_uuid', detail: 'There is no such user.' })
      }
      if ((await countUnfinished(tx, ctx.org, userId)) >= UNFINISHED_MAX) {
        throw conflict('too_many_insights', `At most ${UNFINISHED_MAX} insights of one user wait to be finished.`)
      }
      if ((await selectSourceTitles(tx, ctx.org, sourceIds)).size < sourceIds.length) {
        throw notFound('knowledge source', '/knowledge_source_ids')
      }
      const { total, ids } = await selectionOf(given, visibility, (within) =>
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
      ctx.names('insight', id)
      return { uuid: id, status: 'PENDING' as const }
    })
  },
})

type Given = z.output<typeof createInsight.input>

function promptsOf({ prompt, prompts }: Given): readonly string[] {
  if (prompt === undefined && prompts === undefined) {
    throw invalid({ pointer: '/prompt', detail: 'A prompt, or prompts, must be given.' })
  }
  if (prompt !== undefined && prompts !== undefined) {
    throw invalid({ pointer: '/prompts', detail: 'A prompt and prompts exclude each other.' })
  }
  return prompts ?? [prompt ?? '']
}

type Meant = ReturnType<typeof selectMeant>

async function selectionOf(
  given: Given,
  visibility: Visibility,
  meant: (within: Parameters<typeof selectMeant>[2]) => Meant,
): Promise<{ total: number; ids: readonly string[] }> {
  const isFiltered = given.filter !== undefined || given.fromDateTime !== undefined || given.toDateTime !== undefined
  if (given.conversation_ids === undefined) {
    const { total, newest } = await meant({ visibility, filters: filtersOfBody(given) })
    return { total, ids: newest.map(({ id }) => id) }
  }
  if (isFiltered)
    throw invalid({ pointer: '/conversation_ids', detail: 'Conversations and filters exclude each other.' })
  const ids = [...new Set(given.conversation_ids)]
  return { total: ids.length, ids }
}
