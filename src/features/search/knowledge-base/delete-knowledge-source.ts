import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { discardStoredFile, hasFile } from './discard-file.ts'
import { deleteSource, lockSource } from './queries.ts'
import { NOUN } from './schema.ts'

export const deleteKnowledgeSource = defineOperation({
  id: 'deleteKnowledgeSource',
  summary: 'Delete a knowledge source',
  description: 'Deletes the source, its file and its search index entries permanently. Requires the admin role.',
  tag: 'Knowledge base',
  input: z.object({ id: pathId(NOUN) }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/knowledge-base/sources/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      const standing = await lockSource(tx, ctx.org, id)
      if (standing === undefined) throw notFound(NOUN)
      await ctx.search.removeSource(tx, ctx.org, id)
      await deleteSource(tx, ctx.org, id)
      if (hasFile(standing)) await discardStoredFile(tx, ctx, standing)
    })
    return undefined
  },
})
