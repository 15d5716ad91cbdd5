import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectConfiguration } from './queries.ts'
import { fieldConfiguration } from './schema.ts'
import { serializeConfiguration } from './serialize.ts'

export const getFieldConfiguration = defineOperation({
  id: 'getFieldConfiguration',
  summary: 'Get a field configuration',
  description:
    'Returns the name, teams and criteria of the configuration. `GET /field-configurations/{id}/items` lists its items.',
  tag: 'Fields',
  input: z.object({ id: pathId('field configuration') }),
  output: fieldConfiguration,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/field-configurations/{id}',
    ...inData(fieldConfiguration),
  },
  async handle({ id }, ctx) {
    const row = await selectConfiguration(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('field configuration')
    return serializeConfiguration(ctx.org, row)
  },
})
