import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { queryString, text } from '../../../../core/wire.ts'
import { attributeFlags, parseFlags } from '../list/filters.ts'
import { selectConversation } from '../list/queries-list.ts'
import { conversationElement } from '../schema.ts'
import { serializeConversation, withAddress } from '../serialize-conversation.ts'

export const getConversationByExternalId = defineOperation({
  id: 'getConversationByExternalId',
  summary: 'Get a conversation by its external ID',
  description:
    "Returns the conversation that was imported with this external ID, also if it's archived. If several " +
    'applications use the same ID, `applicationName` selects one of them. Otherwise the newest conversation is ' +
    'returned.',
  tag: 'Conversations',
  input: z.object({
    externalId: text({ max: 256 })
      .describe('ID of the conversation in the application it was imported from. Example: `zoom-93816274`.')
      .meta({ noun: 'conversation' }),
    applicationName: queryString(128)
      .optional()
      .describe('Name of the application that imported the conversation. Example: `zoom`.'),
    ...attributeFlags,
  }),
  output: conversationElement,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/by-external-id/{externalId}', present: withAddress },
  async handle(input, ctx) {
    const flags = parseFlags(input, { extractedIntelligence: true })
    const by = { externalId: input.externalId, application: input.applicationName }
    const row = await selectConversation(ctx.db, ctx.org, toVisibility(ctx.principal), by, flags)
    if (row === undefined) throw notFound('conversation', '/path/externalId')
    return serializeConversation(row, flags, row.transcript)
  },
})
