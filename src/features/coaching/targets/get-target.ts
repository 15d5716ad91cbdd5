import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectTarget } from './queries.ts'
import { target } from './schema.ts'
import { serializeTarget } from './serialize.ts'

export const getTarget = defineOperation({
  id: 'getTarget',
  summary: 'Get a target',
  description: 'Returns a target of the organization or of one of its teams.',
  tag: 'Reports',
  input: z.object({ id: pathId('target') }),
  output: target,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/targets/{id}', ...inData(target) },
  async handle({ id }, { db, org }) {
    const row = await selectTarget(db, org, id)
    if (row === undefined) throw notFound('target')
    return serializeTarget(row)
  },
})
