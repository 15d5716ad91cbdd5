import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectCountedSource } from './queries.ts'
import { callSource } from './schema.ts'
import { serializeSource } from './serialize.ts'

export const getSource = defineOperation({
  id: 'getSource',
  summary: 'Get a call source',
  description:
    'Returns the settings, the address for deliveries, and the state, without credentials. Requires the admin role.',
  tag: 'Sources',
  input: z.object({ id: pathId('source') }),
  output: callSource,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/sources/{id}', ...inData(callSource) },
  async handle({ id }, ctx) {
    const row = await selectCountedSource(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('source')
    return serializeSource(ctx, row)
  },
})
