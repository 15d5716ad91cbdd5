import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { uuid } from '../../../core/wire.ts'
import { selectOpportunitiesNamed } from '../../conversations/opportunities/index.ts'
import { callFilterFields, filtersAnything, filtersOfTool } from '../../conversations/records/index.ts'
import { answerQuestion } from './answer.ts'
import { answer, events, prompt } from './schema.ts'
import { type AnswerScope, scopeOfConversations } from './scope.ts'

/** Maximum number of calls that the tool accepts by ID. */
export const CALLS_MAX = 25

const input = z.object({
  prompt: prompt(),
  call_ids: z.array(uuid()).min(1).max(CALLS_MAX).optional(),
  ...callFilterFields,
  knowledge_base: z.boolean().optional(),
})

/** Variant of `askAssistantV2` with tool arguments. An opportunity that isn't found is an error here. */
export const askCalls = defineToolOperation({
  id: 'askCalls',
  summary: 'Answer a question from calls',
  tag: 'Answers',
  input,
  output: answer,
  requires: { scope: 'read' },
  events,
  async handle(given, ctx) {
    const scope = await resolveScope(given, ctx)
    return answerQuestion(ctx, { scope, prompt: given.prompt, listener: (event, data) => ctx.emit(event, data) })
  },
})

async function resolveScope(given: z.output<typeof input>, ctx: Context): Promise<AnswerScope> {
  const { call_ids: ids, knowledge_base: ofKnowledge = false } = given
  const isFiltered = filtersAnything(given)
  if ((ids !== undefined && (isFiltered || ofKnowledge)) || (ofKnowledge && isFiltered)) {
    const pointer = ids === undefined ? '/knowledge_base' : '/call_ids'
    throw invalid({
      pointer,
      detail: "`call_ids`, filters and `knowledge_base` can't be combined. Send only one of them.",
    })
  }
  if (ofKnowledge) return { kind: 'sources', sources: 'all' }
  if (ids !== undefined) return scopeOfConversations(ctx, ids, () => notFound('conversation', '/call_ids'))
  const visibility = toVisibility(ctx.principal)
  const { opportunity_id: opportunity } = given
  if (opportunity !== undefined && opportunity !== '') {
    const named = await selectOpportunitiesNamed(ctx.db, ctx.org, visibility, opportunity)
    if (named.length === 0) throw notFound('opportunity', '/opportunity_id')
  }
  return { kind: 'conversations', within: { visibility, filters: { ...filtersOfTool(given), hideEmpty: true } } }
}
