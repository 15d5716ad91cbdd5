import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { selectSnippets } from './queries.ts'
import { snippet } from './schema.ts'
import { serializeSnippet, toViewer } from './serialize.ts'

export const listSnippets = defineOperation({
  id: 'listSnippets',
  summary: 'List snippets',
  description: 'Returns snippets of conversations that the caller can access, newest first. Filters can be combined.',
  tag: 'Snippets',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    user_uuid: uuid()
      .optional()
      .describe('ID of the creator, from `GET /organizations/users`. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.'),
    conversation_id: uuid()
      .optional()
      .describe(
        'ID of the conversation, from `GET /conversations/list`. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
      ),
    folder_uuid: uuid()
      .optional()
      .describe(
        'ID of a library folder, from `GET /library/folders`. Excludes subfolders. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
      ),
  }),
  output: pageSchema(snippet),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/snippets',
    ...paged(snippet),
  },
  async handle(input, ctx) {
    const filters = { userId: input.user_uuid, conversationId: input.conversation_id, folderId: input.folder_uuid }
    const { rows, meta } = await selectSnippets(ctx.db, ctx.org, toViewer(ctx), filters, toWindow(input))
    return { data: rows.map((row) => serializeSnippet(row, ctx.publicUrl())), meta }
  },
})
