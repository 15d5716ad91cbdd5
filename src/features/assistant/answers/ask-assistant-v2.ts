import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { bodyFilterFields, filtersOfBody } from '../../conversations/records/index.ts'
import { answerQuestion } from './answer.ts'
import { answer, conversationIds, events, prompt } from './schema.ts'
import { type AnswerScope, scopeOfConversations } from './scope.ts'

const input = z.object({
  conversation_ids: conversationIds
    .optional()
    .describe(
      'IDs of the conversations to answer from, 1 to 100. All of them must be visible to the caller. ' +
        'Can\'t be combined with filters or `knowledge_base`. Example: `["3f2b8c1e-90d4-4a57-8e6b-51c7a9d0f233"]`.',
    ),
  ...bodyFilterFields,
  knowledge_base: z
    .boolean()
    .optional()
    .describe(
      'Set to true to answer from the knowledge base instead of conversations. Defaults to false. Example: `true`.',
    ),
  prompt: prompt().describe('Question to answer, 1 to 4,000 characters. Example: `What did they say about the price?`'),
})

export const askAssistantV2 = defineOperation({
  id: 'askAssistantV2',
  summary: 'Answer a question with quotes',
  description:
    'Answers from the conversations in `conversation_ids`, from those that the filters select, or from all that the ' +
    'caller can see. Each quote is verbatim text of its segment. If the sources contain no answer, `answered` is ' +
    'false. Send `Accept: text/event-stream` to receive the answer in parts. Changes nothing, so it is safe to repeat.',
  tag: 'Answers',
  cost: COSTS.highest,
  input,
  output: answer,
  requires: { scope: 'read' },
  events,
  rest: { method: 'POST', derived: true, path: '/ask_assistant/v2', safe: true, refusals: [404] },
  async handle(given, ctx) {
    const scope = await resolveScope(given, ctx)
    return answerQuestion(ctx, { scope, prompt: given.prompt, listener: (event, data) => ctx.emit(event, data) })
  },
})

async function resolveScope(
  given: z.output<typeof input>,
  ctx: Pick<Context, 'db' | 'org' | 'principal'>,
): Promise<AnswerScope> {
  const ways = {
    conversation_ids: given.conversation_ids !== undefined,
    filter: given.filter !== undefined || given.fromDateTime !== undefined || given.toDateTime !== undefined,
    knowledge_base: given.knowledge_base === true,
  }
  const [, second] = Object.entries(ways).filter(([, isGiven]) => isGiven)
  if (second !== undefined) {
    throw invalid({
      pointer: `/${second[0]}`,
      detail: "`conversation_ids`, filters and `knowledge_base` can't be combined. Send only one of them.",
    })
  }
  if (given.knowledge_base) return { kind: 'sources', sources: 'all' }
  if (given.conversation_ids !== undefined) return scopeOfConversations(ctx, given.conversation_ids)
  return {
    kind: 'conversations',
    within: { visibility: toVisibility(ctx.principal), filters: filtersOfBody(given) },
  }
}
