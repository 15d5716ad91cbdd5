import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { queryString, text } from '../../core/wire.ts'
import { elementOf, withAddress } from './element.ts'
import { attributeFlags, flagsOf } from './filters.ts'
import { selectConversation } from './queries-list.ts'
import { conversationElement } from './schema.ts'

export const getConversationByExternalId = defineOperation({
  id: 'getConversationByExternalId',
  summary: 'Read one conversation by the id its application knows it by.',
  description: 'When several applications use the same id, applicationName chooses; without it the newest answers.',
  tag: 'Conversations',
  input: z.object({
    externalId: text({ max: 256 }).meta({ noun: 'conversation' }),
    applicationName: queryString(128).optional(),
    ...attributeFlags,
  }),
  output: conversationElement,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/by-external-id/{externalId}', present: withAddress },
  async handle(input, ctx) {
    const flags = flagsOf(input, { extractedIntelligence: true })
    const by = { externalId: input.externalId, application: input.applicationName }
    const row = await selectConversation(ctx.db, ctx.org, visibilityOf(ctx.principal), by, flags)
    if (row === undefined) throw notFound('conversation', '/path/externalId')
    return elementOf(row, flags, row.transcript)
  },
})
