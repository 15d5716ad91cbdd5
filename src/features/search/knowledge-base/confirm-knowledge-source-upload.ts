import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { selectSource } from './queries.ts'
import { NOUN, source, sourceAnswer } from './schema.ts'
import { serializeSource } from './serialize-source.ts'
import { recordArrival, sizeInStore } from './upload-status.ts'

export const confirmKnowledgeSourceUpload = defineOperation({
  id: 'confirmKnowledgeSourceUpload',
  summary: 'Confirm the upload of a file',
  description:
    'Starts indexing of a file that you uploaded to the object store with the form of `POST ' +
    '/knowledge-base/sources/upload`. You can repeat the request safely. Requires the admin role. Returns 409 ' +
    "`file_missing` if the file isn't in the store.",
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
    if (standing.source_type !== 'file')
      throw conflict('not_a_file', 'The source has inline content and no file. Only file uploads can be confirmed.')
    if (standing.file_removed_at !== null) {
      throw conflict(
        'file_removed',
        "The file was deleted to erase a person's data. Upload another file as a new source.",
      )
    }
    const size = standing.file_arrived ? standing.file_size : await sizeInStore(ctx, id)
    if (size === undefined)
      throw conflict('file_missing', "The file isn't in the store. Upload it with the form first, then confirm again.")
    return ctx.transact(async (tx) => {
      await recordArrival(ctx, tx, id, size)
      const row = await selectSource(tx, ctx.org, id)
      if (row === undefined) throw notFound(NOUN)
      return serializeSource(row)
    })
  },
})
