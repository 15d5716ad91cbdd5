import { z } from 'zod'
import { CrmFault } from '../../../core/crm.ts'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { openCrm } from './connection.ts'
import { selectConnection, updateConnection } from './queries.ts'
import { faultCode } from './schema.ts'

const result = z.object({
  ok: z.boolean().describe('Whether the connection works.'),
  fault: z
    .object({
      code: faultCode.describe('Code of the fault, for programs.'),
      detail: z.string().describe('Description of the fault.'),
      said: z.string().nullable().describe('Error message of the CRM, shortened. Null if there is none.'),
    })
    .nullable()
    .describe('Why the connection failed. Null if it works.'),
})

export const testCrmConnection = defineOperation({
  id: 'testCrmConnection',
  summary: 'Test a CRM connection',
  description:
    'Reads one record of each configured entity. An `http` connection receives a `crm.test` message. A successful ' +
    'test ends a pause of the connection. Safe to repeat. Requires the admin role.',
  tag: 'CRM',
  cost: COSTS.medium,
  input: z.object({ id: pathId('CRM connection') }),
  output: result,
  requires: { scope: 'write', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'POST', derived: false, path: '/crm-connections/{id}/test', ...inData(result) },
  async handle({ id }, ctx) {
    const row = await selectConnection(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('CRM connection')
    const fault = await catchCrmFault(openCrm(ctx, row).test(row.entities.map(({ code }) => code)))
    await ctx.transact(async (tx) => {
      // A successful test ends the pause.
      const change = fault === undefined ? { paused_until: null, paused_for: null } : {}
      await updateConnection(tx, ctx.org, id, change, ctx.clock.now())
    })
    if (fault === undefined) return { ok: true, fault: null }
    return { ok: false, fault: { code: fault.detail, detail: fault.message, said: fault.said ?? null } }
  },
})

async function catchCrmFault(work: Promise<void>): Promise<CrmFault | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof CrmFault) return error
    throw error
  }
}
