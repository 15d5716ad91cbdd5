import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { toTracker } from './mutate.ts'
import { selectTracker } from './queries.ts'
import { tracker } from './schema.ts'

export const getTracker = defineOperation({
  id: 'getTracker',
  summary: 'Get a tracker',
  description: 'Returns a tracker of the organization with its phrases.',
  tag: 'Trackers',
  input: z.object({ id: pathId('tracker') }),
  output: tracker,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/trackers/{id}', ...inData(tracker) },
  async handle({ id }, ctx) {
    const row = await selectTracker(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('tracker')
    return toTracker(row, ctx.org)
  },
})
