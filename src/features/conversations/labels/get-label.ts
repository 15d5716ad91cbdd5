import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectLabel } from './queries.ts'
import { label } from './schema.ts'
import { serializeLabel } from './serialize.ts'

export const getLabel = defineOperation({
  id: 'getLabel',
  summary: 'Get a label',
  description: 'Returns the label with its options in display order.',
  tag: 'Labels',
  input: z.object({ id: pathId('label') }),
  output: label,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/labels/{id}',
    ...inData(label),
  },
  async handle({ id }, ctx) {
    const row = await selectLabel(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('label')
    return serializeLabel(row, ctx.org)
  },
})
