import { z } from 'zod'
import { fold } from '../../../core/fold.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryString } from '../../../core/wire.ts'
import { selectSources } from './queries.ts'
import { listedSource, sourceType, status, TITLE_MAX } from './schema.ts'
import { serializeListedSource } from './serialize-source.ts'

export const listKnowledgeSources = defineOperation({
  id: 'listKnowledgeSources',
  summary: 'List knowledge sources',
  description:
    'Returns the sources of the knowledge base without their content, newest first. `GET /knowledge-base/sources/{id}` ' +
    'returns the content.',
  tag: 'Knowledge base',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    'filter[status]': status.optional().describe('State of indexing. Defaults to all states. Example: `indexed`.'),
    'filter[source_type]': sourceType
      .optional()
      .describe('Type of the source: `manual` for inline content, or `file`. Defaults to both. Example: `file`.'),
    'filter[title]': queryString(TITLE_MAX)
      .optional()
      .describe(
        `Text that the title contains, ignoring case. Maximum ${TITLE_MAX} characters. Example: \`price list\`.`,
      ),
  }),
  output: pageSchema(listedSource),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/knowledge-base/sources',
    ...paged(listedSource),
  },
  async handle(input, ctx) {
    const filters = {
      status: input['filter[status]'],
      sourceType: input['filter[source_type]'],
      title: fold(input['filter[title]'] ?? ''),
    }
    const { rows, meta } = await selectSources(ctx.db, ctx.org, filters, toWindow(input))
    return { data: rows.map(serializeListedSource), meta }
  },
})
