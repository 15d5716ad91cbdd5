import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { COSTS, DEPRECATED_BY_CONTRACT, defineOperation } from '../../core/operation.ts'
import { text } from '../../core/wire.ts'
import { answerQuestion } from './answer.ts'
import { prompt } from './schema.ts'
import { contextTypes, scopeOfContext } from './scope.ts'

/** Where this may be left out: it can only be the caller's own, or all of it. */
const NEEDS_NO_ID: ReadonlySet<string> = new Set(['organization', 'knowledge_base'])

export const askAssistant = defineOperation({
  id: 'askAssistant',
  summary: 'Answer a question from conversations, or say that they hold no answer.',
  description:
    'Deprecated: POST /ask_assistant/v2 tells its quotes. context_id is the id of what context_type names: an opportunity, account or contact by the id of the CRM too; a source of the knowledge base. An organization can only be the own one, and needs no id; a knowledge base without one is all of it.',
  tag: 'Answers',
  cost: COSTS.highest,
  input: z.object({
    context_type: z.enum(contextTypes),
    context_id: text({ min: 1, max: 256, trim: true }).optional(),
    prompt: prompt(),
  }),
  output: z.object({ output: z.string(), conversations_used: z.array(z.string()) }),
  requires: { scope: 'read' },
  takesLong: true,
  deprecated: { since: DEPRECATED_BY_CONTRACT, successor: '/ask_assistant/v2' },
  rest: { method: 'POST', derived: true, path: '/ask_assistant', safe: true, refusals: [404] },
  async handle({ context_type: type, context_id: id, prompt }, ctx) {
    if (id === undefined && !NEEDS_NO_ID.has(type)) {
      throw invalid({ pointer: '/context_id', detail: 'This is required for this context_type.' })
    }
    const { output, conversations_used } = await answerQuestion(ctx, {
      scope: await scopeOfContext(ctx, type, id),
      prompt,
    })
    return { output, conversations_used }
  },
})
