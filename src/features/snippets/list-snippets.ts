import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { uuid } from '../../core/wire.ts'
import { selectSnippets } from './queries.ts'
import { snippet } from './schema.ts'
import { tellSnippet, viewerOf } from './told.ts'

export const listSnippets = defineOperation({
  id: 'listSnippets',
  summary: 'List snippets of the conversations that the caller sees, newest first.',
  tag: 'Snippets',
  input: z.object({
    ...pageFields({ default: 25, max: 100 }),
    user_uuid: uuid().optional().describe('Created by this user.'),
    conversation_id: uuid().optional().describe('Of this conversation.'),
    folder_uuid: uuid().optional().describe('Right in this folder of the library.'),
  }),
  output: pageOf(snippet),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/snippets',
    ...paged(snippet),
  },
  async handle({ page, size, ...asked }, ctx) {
    const filters = { userId: asked.user_uuid, conversationId: asked.conversation_id, folderId: asked.folder_uuid }
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectSnippets(ctx.db, ctx.org, viewerOf(ctx), filters, window)
    return { data: rows.map((row) => tellSnippet(row, ctx.publicUrl())), meta: pageMeta(page, size, total) }
  },
})
