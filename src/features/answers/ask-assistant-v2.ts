import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { bodyFilterFields, filtersOfBody } from '../conversations/index.ts'
import { answerQuestion } from './answer.ts'
import { answer, conversationIds, events, prompt } from './schema.ts'
import { type Scope, scopeOfConversations } from './scope.ts'

const input = z.object({
  conversation_ids: conversationIds.optional().describe('These alone; all of them must be there.'),
  ...bodyFilterFields,
  knowledge_base: z.boolean().optional().describe('Asks the knowledge base instead of conversations.'),
  prompt: prompt(),
})

export const askAssistantV2 = defineOperation({
  id: 'askAssistantV2',
  summary: 'Answer a question from conversations, with verbatim quotes, or say that they hold no answer.',
  description:
    'Asks the conversations named, or those that the filters mean, or all that the caller sees. Every quote stands verbatim in its segment. With Accept: text/event-stream the answer is told piece by piece.',
  tag: 'Answers',
  cost: COSTS.highest,
  input,
  output: answer,
  requires: { scope: 'read' },
  events,
  rest: { method: 'POST', derived: true, path: '/ask_assistant/v2', safe: true, refusals: [404] },
  async handle(given, ctx) {
    const scope = await scopeOf(given, ctx)
    return answerQuestion(ctx, { scope, prompt: given.prompt, listener: (event, data) => ctx.tell(event, data) })
  },
})

async function scopeOf(given: z.output<typeof input>, ctx: Pick<Context, 'db' | 'org' | 'principal'>): Promise<Scope> {
  const ways = {
    conversation_ids: given.conversation_ids !== undefined,
    filter: given.filter !== undefined || given.fromDateTime !== undefined || given.toDateTime !== undefined,
    knowledge_base: given.knowledge_base === true,
  }
  const [, second] = Object.entries(ways).filter(([, isGiven]) => isGiven)
  if (second !== undefined) {
    throw invalid({ pointer: `/${second[0]}`, detail: 'Conversations, filters and knowledge base exclude each other.' })
  }
  if (given.knowledge_base) return { kind: 'sources', sources: 'all' }
  if (given.conversation_ids !== undefined) return scopeOfConversations(ctx, given.conversation_ids)
  return {
    kind: 'conversations',
    within: { visibility: visibilityOf(ctx.principal), filters: filtersOfBody(given) },
  }
}
