import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { SourceFault } from '../source-kinds/index.ts'
import { isLimited, requireUnlimited, startLimit } from './limited-sources.ts'
import { requireKind } from './model.ts'
import { openSource } from './open.ts'
import { type SourceRow, selectSource, updateSourceFault } from './queries.ts'

const result = z.object({
  ok: z.boolean().describe('Whether the source works, as far as it can be tested from here.'),
  detail: z.string().describe('Result of the test, or why it failed.'),
})

export const testSource = defineOperation({
  id: 'testSource',
  summary: 'Test a call source',
  description:
    'Checks the settings and credentials with the source, and changes nothing there. A source that only sends ' +
    'deliveries is tested when its first delivery arrives. While the source limits requests, the test sends none. Safe ' +
    'to repeat. Requires the admin role.',
  tag: 'Sources',
  cost: COSTS.medium,
  input: z.object({ id: pathId('source') }),
  output: result,
  requires: { scope: 'write', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'POST', derived: false, path: '/sources/{id}/test', refusals: [409], ...inData(result) },
  async handle({ id }, ctx) {
    const source = await selectSource(ctx.db, ctx.org, id)
    if (source === undefined) throw notFound('source')
    const kind = requireKind(source.kind)
    try {
      if (kind.test !== undefined) requireUnlimited(source, ctx.clock.now())
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error
      // Nothing was tested, so an earlier fault stays.
      return { ok: false, detail: error.message }
    }
    try {
      const access = openSource(ctx, source)
      const detail = (await kind.test?.(access)) ?? describeDeliveries(source)
      await ctx.transact((tx) => updateSourceFault(tx, ctx.org, id, null, ctx.clock.now()))
      return { ok: true, detail }
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error
      await ctx.transact(async (tx) => {
        const now = ctx.clock.now()
        await updateSourceFault(tx, ctx.org, id, error.message, now)
        if (isLimited(error)) await startLimit(tx, ctx.org, id, error, now)
      })
      return { ok: false, detail: error.message }
    }
  },
})

const describeDeliveries = ({ last_delivery_at: at }: SourceRow): string =>
  at === null
    ? 'The settings are complete. No delivery has arrived yet.'
    : `The settings are complete. The last delivery arrived at ${at}.`
