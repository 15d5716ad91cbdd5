import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { changeSnippet } from './mutate.ts'
import { deleteSnippetRow } from './queries.ts'

export const deleteSnippet = defineOperation({
  id: 'deleteSnippet',
  summary: 'Delete a snippet',
  description:
    'Deletes a snippet permanently, with its share link and library items. The conversation is not changed. Only the creator and admins can delete it.',
  tag: 'Snippets',
  input: z.object({ id: pathId('snippet') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/snippets/{id}', status: 204 },
  async handle({ id }, ctx) {
    await changeSnippet(ctx, id, (tx) => deleteSnippetRow(tx, ctx.org, id))
    return undefined
  },
})
