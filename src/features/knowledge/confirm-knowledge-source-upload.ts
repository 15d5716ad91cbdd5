import { z } from 'zod'
import { conflict, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { noteArrival, sizeInStore } from './arrival.ts'
import { sourceOf } from './element.ts'
import { selectSource } from './queries.ts'
import { NOUN, source, sourceAnswer } from './schema.ts'

export const confirmKnowledgeSourceUpload = defineOperation({
  id: 'confirmKnowledgeSourceUpload',
  summary: 'Tell that the file of a knowledge base source has been sent to the store.',
  description: 'Indexing begins. Told again, or of a file that was sent along, it changes nothing.',
  tag: 'Knowledge base',
  input: z.object({ id: pathId(NOUN) }),
  output: source,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/knowledge-base/sources/{id}/uploaded',
    present: (data) => ({ data }),
    answer: sourceAnswer,
  },
  async handle({ id }, ctx) {
    const standing = await selectSource(ctx.db, ctx.org, id)
    if (standing === undefined) throw notFound(NOUN)
    if (standing.source_type !== 'file') throw conflict('not_a_file', 'This source was made without a file.')
    if (standing.file_removed_at !== null) {
      throw conflict(
        'file_removed',
        'The file was taken away because of a person who is in it. Another may be uploaded.',
      )
    }
    const size = standing.file_arrived ? standing.file_size : await sizeInStore(ctx, id)
    if (size === undefined)
      throw conflict('file_missing', 'The file is not there. It must be sent with the form first.')
    return ctx.transact(async (tx) => {
      await noteArrival(ctx, tx, id, size)
      const row = await selectSource(tx, ctx.org, id)
      if (row === undefined) throw notFound(NOUN)
      return sourceOf(row)
    })
  },
})
