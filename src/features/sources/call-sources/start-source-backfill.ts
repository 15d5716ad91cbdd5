import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { requestLook } from './look.ts'
import { BACKFILL_DAYS_MAX, requireKind } from './model.ts'
import { lockSource, selectCountedSource } from './queries.ts'
import { callSource } from './schema.ts'
import { serializeSource } from './serialize.ts'

const DAY_MS = 86_400_000

export const startSourceBackfill = defineOperation({
  id: 'startSourceBackfill',
  summary: 'Start a backfill of a source',
  description:
    'Lists the calls of the last days at the source in the background, and imports those that are missing. It waits ' +
    'when the source limits requests, and continues after a restart. Calls that were imported before are not ' +
    'imported again, so it is safe to repeat. Sources without a list return 409 `source_has_no_list`, and disabled ' +
    'ones 409 `source_disabled`. Requires the admin role.',
  tag: 'Sources',
  cost: COSTS.high,
  input: z.object({
    id: pathId('source'),
    days: z
      .int()
      .min(1)
      .max(BACKFILL_DAYS_MAX)
      .default(30)
      .describe(`Number of days before now, 1 to ${BACKFILL_DAYS_MAX}. Defaults to 30. Example: \`90\`.`),
  }),
  output: callSource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/sources/{id}/backfill',
    status: 202,
    refusals: [409],
    ...inData(callSource),
  },
  async handle({ id, days }, ctx) {
    return ctx.transact(async (tx) => {
      const source = await lockSource(tx, ctx.org, id)
      if (source === undefined) throw notFound('source')
      if (requireKind(source.kind).list === undefined) {
        throw conflict('source_has_no_list', 'The source has no list of earlier calls. Import them from files instead.')
      }
      if (!source.enabled) throw conflict('source_disabled', 'The source is disabled. Enable it first.')
      await requestLook(tx, ctx, id, { since: new Date(ctx.clock.now().getTime() - days * DAY_MS) })
      const row = await selectCountedSource(tx, ctx.org, id)
      if (row === undefined) throw notFound('source')
      return serializeSource(ctx, row)
    })
  },
})
