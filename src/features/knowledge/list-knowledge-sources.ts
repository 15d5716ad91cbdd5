import { z } from 'zod'
import { fold } from '../../core/fold.ts'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { queryString } from '../../core/wire.ts'
import { listedOf } from './element.ts'
import { selectSources } from './queries.ts'
import { listedSource, sourceType, status, TITLE_MAX } from './schema.ts'

export const listKnowledgeSources = defineOperation({
  id: 'listKnowledgeSources',
  summary: 'List the knowledge base sources of the organization, newest first.',
  description: 'Their content is left out; reading one tells it.',
  tag: 'Knowledge base',
  input: z.object({
    ...pageFields({ default: 25, max: 100 }),
    'filter[status]': status.optional().describe('Stands there in indexing.'),
    'filter[source_type]': sourceType.optional().describe('Inline content or a file.'),
    'filter[title]': queryString(TITLE_MAX).optional().describe('The title holds this, in any case.'),
  }),
  output: pageOf(listedSource),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/knowledge-base/sources',
    ...paged(listedSource),
  },
  async handle(input, ctx) {
    const { page, size } = input
    const filters = {
      status: input['filter[status]'],
      sourceType: input['filter[source_type]'],
      title: fold(input['filter[title]'] ?? ''),
    }
    const { total, rows } = await selectSources(ctx.db, ctx.org, filters, { limit: size, offset: (page - 1) * size })
    return { data: rows.map(listedOf), meta: pageMeta(page, size, total) }
  },
})
