import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectRun } from './queries.ts'
import { REDACTION_RUN, redactionRun } from './schema.ts'
import { serializeRun } from './serialize.ts'

export const getRedactionRun = defineOperation({
  id: 'getRedactionRun',
  summary: 'Get a redaction run',
  description: 'Returns the progress and results of a run. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({ id: pathId(REDACTION_RUN) }),
  output: redactionRun,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/privacy/redactions/{id}', ...inData(redactionRun) },
  async handle({ id }, ctx) {
    const row = await selectRun(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound(REDACTION_RUN)
    return serializeRun(row)
  },
})
