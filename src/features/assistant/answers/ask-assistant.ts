import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { COSTS, DEPRECATED_BY_CONTRACT, defineOperation } from '../../../core/operation.ts'
import { text } from '../../../core/wire.ts'
import { answerQuestion } from './answer.ts'
import { prompt } from './schema.ts'
import { contextTypes, scopeOfContext } from './scope.ts'

/**
 * Context types for which `context_id` is optional: it can only be the caller's organization or the complete knowledge
 * base.
 */
const NEEDS_NO_ID: ReadonlySet<string> = new Set(['organization', 'knowledge_base'])

export const askAssistant = defineOperation({
  id: 'askAssistant',
  summary: 'Answer a question without quotes',
  description:
    'Deprecated: `POST /ask_assistant/v2` also returns quotes. Answers from the conversations of one record, or from ' +
    'the knowledge base. If they contain no answer, `output` states it. Changes nothing, so it is safe to repeat.',
  tag: 'Answers',
  cost: COSTS.highest,
  input: z.object({
    context_type: z.enum(contextTypes).describe('Type of the record to answer about. Example: `opportunity`.'),
    context_id: text({ min: 1, max: 256, trim: true })
      .optional()
      .describe(
        'ID of the record in Parley, of an account or contact in the CRM, or of a knowledge base source. Opportunities ' +
          'accept both IDs. Optional only for `organization` and `knowledge_base`. Example: `0061x00000AbCdE`.',
      ),
    prompt: prompt().describe(
      'Question to answer, 1 to 4,000 characters. Example: `What did they say about the price?`',
    ),
  }),
  output: z.object({
    output: z.string().describe('The answer, or the statement that the sources contain none.'),
    conversations_used: z.array(z.string()).describe('IDs of the conversations that the answer is based on.'),
  }),
  requires: { scope: 'read' },
  takesLong: true,
  deprecated: { since: DEPRECATED_BY_CONTRACT, successor: '/ask_assistant/v2' },
  rest: { method: 'POST', derived: true, path: '/ask_assistant', safe: true, refusals: [404] },
  async handle({ context_type: type, context_id: id, prompt }, ctx) {
    if (id === undefined && !NEEDS_NO_ID.has(type)) {
      throw invalid({
        pointer: '/context_id',
        detail: `\`context_id\` is required if \`context_type\` is ${type}. Set it to the ID of the record.`,
      })
    }
    const { output, conversations_used } = await answerQuestion(ctx, {
      scope: await scopeOfContext(ctx, type, id),
      prompt,
    })
    return { output, conversations_used }
  },
})
