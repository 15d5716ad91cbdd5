import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, queryString } from '../../../core/wire.ts'
import { isVisible } from '../../conversations/records/index.ts'
import { selectThreads } from './queries.ts'
import { commentThread } from './schema.ts'
import { serializeThreads, toViewer } from './serialize.ts'

const STATES = ['open', 'resolved', 'all'] as const

export const listComments = defineOperation({
  id: 'listComments',
  summary: 'List comments of a conversation',
  description:
    'Returns threads with their replies: those about the whole conversation first, then in the order of the conversation. Private ' +
    'notes are returned only to their author.',
  tag: 'Comments',
  input: z.object({
    id: pathId('conversation'),
    ...changedListFields({ default: 25, max: 50 }),
    state: queryString(8)
      .pipe(z.enum(STATES))
      .prefault('all')
      .meta({ type: 'string', enum: [...STATES], default: 'all' })
      .describe('Threads to return: `open`, `resolved` or `all`. Defaults to `all`. Example: `open`.'),
  }),
  output: pageSchema(commentThread),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/comments', ...paged(commentThread) },
  async handle({ id, state, ...input }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    const { rows, meta } = await selectThreads(ctx.db, ctx.org, toViewer(ctx), id, state, toWindow(input))
    return { data: await serializeThreads(ctx, rows), meta }
  },
})
