import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { linksSchema, metaSchema, pageFields, pageLinks, pageMeta } from '../../core/page.ts'
import { uuid } from '../../core/wire.ts'
import { selectSnippets } from './queries.ts'
import { snippet } from './schema.ts'
import { tellSnippet, viewerOf } from './told.ts'

const data = z.array(snippet)

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
  output: z.object({ data, meta: metaSchema }),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/snippets',
    answer: z.object({ data, links: linksSchema, meta: metaSchema }),
    present: ({ data, meta }, wire) => ({ data, links: pageLinks(wire, meta), meta }),
  },
  async handle({ page, size, ...asked }, ctx) {
    const filters = { userId: asked.user_uuid, conversationId: asked.conversation_id, folderId: asked.folder_uuid }
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectSnippets(ctx.db, ctx.org, viewerOf(ctx), filters, window)
    return { data: rows.map((row) => tellSnippet(row, ctx.publicUrl())), meta: pageMeta(page, size, total) }
  },
})
