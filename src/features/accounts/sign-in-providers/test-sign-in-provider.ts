import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { discover, ProviderFault, type ProviderFaultCode } from './discover.ts'
import { selectProvider } from './queries.ts'

const FAULTS = [
  'not_https',
  'not_public',
  'unknown_name',
  'unreachable',
  'certificate',
  'timeout',
  'too_large',
  'not_a_provider',
  'wrong_issuer',
  'secret_unreadable',
] as const satisfies readonly ProviderFaultCode[]

const result = z.object({
  ok: z.boolean().describe('Whether the provider responded with a valid discovery document.'),
  fault: z
    .object({
      code: z.enum(FAULTS).describe('Stable code of the fault.'),
      detail: z.string().describe('Description of the fault, and how to fix it.'),
    })
    .nullable()
    .describe('Fault of the provider; null if it works.'),
})

export const testSignInProvider = defineOperation({
  id: 'testSignInProvider',
  summary: 'Test a sign-in provider',
  description:
    'Requests the discovery document of the provider and changes nothing. Requires the admin role. The client ID and secret are checked only when a user signs in.',
  tag: 'Sign-in',
  cost: COSTS.medium,
  input: z.object({ id: pathId('sign-in provider') }),
  output: result,
  requires: { scope: 'read', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'POST', derived: false, path: '/sign-in-providers/{id}/test', safe: true, ...inData(result) },
  async handle({ id }, ctx) {
    const row = await selectProvider(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('sign-in provider')
    try {
      await discover(ctx, row)
      return { ok: true, fault: null }
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error
      return { ok: false, fault: { code: error.code, detail: error.message } }
    }
  },
})
