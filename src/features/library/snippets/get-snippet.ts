import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { snippetOutput } from './schema.ts'
import { loadVisibleSnippets } from './serialize.ts'

export const getSnippet = defineOperation({
  id: 'getSnippet',
  summary: 'Get a snippet',
  description:
    "Requires access to the snippet's conversation. The request doesn't count as a view, so the creator isn't notified.",
  tag: 'Snippets',
  input: z.object({ id: pathId('snippet') }),
  output: snippetOutput,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/snippets/{id}' },
  async handle({ id }, ctx) {
    const snippet = (await loadVisibleSnippets(ctx, [id])).get(id)
    if (snippet === undefined) throw notFound('snippet')
    return { data: snippet }
  },
})
