import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { hasSecondFactor, renewRecoveryCodes } from '../second-factors/index.ts'
import { lockFreshUser, requireFreshUser } from './require-fresh.ts'

/** Replaces the recovery codes of the caller. The earlier codes stop working. */
export const createRecoveryCodes = defineToolOperation({
  id: 'createRecoveryCodes',
  summary: 'Create new recovery codes',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({ recovery_codes: z.array(z.string()).describe('Recovery codes, shown once.') }),
  requires: { scope: 'write', level: 'user' },
  async handle(_, ctx) {
    const userId = await requireFreshUser(ctx)
    const codes = await ctx.transact(async (tx) => {
      await lockFreshUser(tx, ctx, userId)
      if (!(await hasSecondFactor(tx, ctx.org, userId)))
        throw invalid({
          pointer: '',
          detail: 'You have no second factor. Set up an authenticator app or a passkey first.',
        })
      ctx.addAuditTarget('user', userId)
      return renewRecoveryCodes(tx, ctx.org, userId)
    })
    return { recovery_codes: codes }
  },
})
