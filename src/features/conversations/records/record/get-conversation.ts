import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { pathId } from '../../../../core/wire.ts'
import { attributeFlags, parseFlags } from '../list/filters.ts'
import { selectConversation } from '../list/queries-list.ts'
import { conversationElement } from '../schema.ts'
import { serializeConversation, withAddress } from '../serialize-conversation.ts'

export const getConversation = defineOperation({
  id: 'getConversation',
  summary: 'Get a conversation',
  description: "Returns the conversation with its current transcript, also if it's archived.",
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation'), ...attributeFlags }),
  output: conversationElement,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}', present: withAddress },
  async handle(input, ctx) {
    const flags = parseFlags(input, { extractedIntelligence: true })
    const row = await selectConversation(ctx.db, ctx.org, toVisibility(ctx.principal), { id: input.id }, flags)
    if (row === undefined) throw notFound('conversation')
    return serializeConversation(row, flags, row.transcript)
  },
})
