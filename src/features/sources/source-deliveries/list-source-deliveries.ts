import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { pathId, queryList } from '../../../core/wire.ts'
import { sourceExists } from '../call-sources/index.ts'
import { selectDeliveries } from './queries.ts'
import { deliveryState, sourceDelivery } from './schema.ts'
import { serializeDeliveries } from './serialize.ts'

export const listSourceDeliveries = defineOperation({
  id: 'listSourceDeliveries',
  summary: 'List deliveries of a source',
  description:
    'Returns the requests that arrived at the address of a source in the last 30 days, newest first, with the calls ' +
    'that each announced. At most 100 refused requests are stored. Requires the admin role.',
  tag: 'Sources',
  input: z.object({
    id: pathId('source'),
    status: queryList(z.string().pipe(deliveryState), { max: 6 }).describe(
      'Statuses to include, separated by commas: `received`, `read`, `ignored`, `refused`, `failed` or `handshake`. ' +
        'Defaults to all. Example: `failed`.',
    ),
    ...listFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(sourceDelivery),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/sources/{id}/deliveries', ...paged(sourceDelivery) },
  async handle({ id, status, ...input }, ctx) {
    if (!(await sourceExists(ctx.db, ctx.org, id))) throw notFound('source')
    const { rows, meta } = await selectDeliveries(ctx.db, ctx.org, id, status, toWindow(input))
    return { data: await serializeDeliveries(ctx.db, ctx, rows), meta }
  },
})
