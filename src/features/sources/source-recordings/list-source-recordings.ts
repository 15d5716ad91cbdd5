import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
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
    ...changedListFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(sourceRecording),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/sources/{id}/recordings', ...paged(sourceRecording) },
  async handle({ id, status, ...input }, ctx) {
    if (!(await sourceExists(ctx.db, ctx.org, id))) throw notFound('source')
    const { rows, meta } = await selectRecordings(ctx.db, ctx.org, id, status, toWindow(input))
    return { data: rows.map((row) => serializeSourceRecording(ctx, row)), meta }
  },
})
