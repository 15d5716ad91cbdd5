import { defineOperation } from '../../../../core/operation.ts'
import { parseFilters, parseFlags } from './filters.ts'
import { listAnswer, listInput, listOutput, listPage, presentList, toListWindow } from './list.ts'

export const listConversations = defineOperation({
  id: 'listConversations',
  summary: 'List conversations with transcripts',
  description:
    'Returns conversations from newest to oldest with their extracted intelligence. Conversations without speech ' +
    'are excluded.',
  tag: 'Conversations',
  input: listInput({ default: 25, max: 500 }),
  output: listOutput,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations', answer: listAnswer, present: presentList },
  async handle(input, ctx) {
    const filters = parseFilters(input, { hideEmpty: true })
    return listPage(ctx, filters, parseFlags(input, { extractedIntelligence: true }), toListWindow(input))
  },
})
