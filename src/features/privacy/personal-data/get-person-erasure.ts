import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectErasure } from './queries.ts'
import { ERASURE, erasure } from './schema.ts'
import { serializeErasure } from './serialize.ts'

export const getPersonErasure = defineOperation({
  id: 'getPersonErasure',
  summary: 'Get a person erasure',
  description:
    'Returns the progress and results of an erasure. Parley deletes the email address and names of the person when ' +
    'the erasure ends. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({ id: pathId(ERASURE) }),
  output: erasure,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/privacy/erasures/{id}', ...inData(erasure) },
  async handle({ id }, ctx) {
    const row = await selectErasure(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound(ERASURE)
    return serializeErasure(row)
  },
})
