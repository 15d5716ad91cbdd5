import { defineOperation } from '../../core/operation.ts'
import { filtersOf, flagsOf } from './filters.ts'
import { listAnswer, listInput, listOutput, listPage, presentList } from './list.ts'

export const listConversationsOptimized = defineOperation({
  id: 'listConversationsOptimized',
  summary: 'List conversations, newest first, in smaller pages.',
  description:
    'The same filters as GET /conversations. Extracted intelligence is left out unless CRM records are asked for; conversations without a spoken word are included.',
  tag: 'Conversations',
  input: listInput({ default: 25, max: 50 }),
  output: listOutput,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/list', answer: listAnswer, present: presentList },
  async handle(input, ctx) {
    const filters = filtersOf(input, { hideEmpty: false })
    return listPage(ctx, filters, flagsOf(input, { extractedIntelligence: false }), input)
  },
})
