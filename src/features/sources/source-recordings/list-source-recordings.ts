import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { pathId, queryList } from '../../../core/wire.ts'
import { sourceExists } from '../call-sources/index.ts'
import { selectRecordings } from './queries.ts'
import { recordingState, sourceRecording } from './schema.ts'
import { serializeSourceRecording } from './serialize.ts'

export const listSourceRecordings = defineOperation({
  id: 'listSourceRecordings',
  summary: 'List calls of a source',
  description:
    'Returns the calls that a source announced, newest first, with the conversation that each became. Requires the ' +
    'admin role.',
  tag: 'Sources',
  input: z.object({
    id: pathId('source'),
    status: queryList(z.string().pipe(recordingState), { max: 4 }).describe(
      'Statuses to include, separated by commas: `waiting`, `running`, `done` or `failed`. Defaults to all. ' +
        'Example: `failed`.',
    ),
    ...pageFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(sourceRecording),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/sources/{id}/recordings', ...paged(sourceRecording) },
  async handle({ id, status, page, size }, ctx) {
    if (!(await sourceExists(ctx.db, ctx.org, id))) throw notFound('source')
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectRecordings(ctx.db, ctx.org, id, status, window)
    return { data: rows.map(serializeSourceRecording), meta: pageMeta(page, size, total) }
  },
})
