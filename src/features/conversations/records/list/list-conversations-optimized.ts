import { defineOperation } from '../../../../core/operation.ts'
import { parseFilters, parseFlags } from './filters.ts'
import { listAnswer, listInput, listOutput, listPage, presentList, toListWindow } from './list.ts'

export const listConversationsOptimized = defineOperation({
  id: 'listConversationsOptimized',
  summary: 'List conversations in smaller pages',
  description:
    'Returns conversations from newest to oldest, also those without speech. Supports the filters of `GET ' +
    '/conversations`. Extracted intelligence is included only with `withCrmRecords`.',
  tag: 'Conversations',
  input: listInput({ default: 25, max: 50 }),
  output: listOutput,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/list', answer: listAnswer, present: presentList },
  async handle(input, ctx) {
    const filters = parseFilters(input, { hideEmpty: false })
    return listPage(ctx, filters, parseFlags(input, { extractedIntelligence: false }), toListWindow(input))
  },
})
