import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import {
  confirmApp,
  findUnconfirmedKey,
  hasSecondFactor,
  renewRecoveryCodes,
  useAppCode,
} from '../second-factors/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'
import { lockFreshUser, requireFreshUser, wrongCode } from './require-fresh.ts'
import { appCode } from './schema.ts'

/**
 * Completes the setup of an authenticator app with its first code. All other browsers are signed out, because they proved
 * one factor only.
 */
export const confirmAuthenticatorApp = defineToolOperation({
  id: 'confirmAuthenticatorApp',
  summary: 'Confirm the authenticator app with a code',
  tag: 'Sign-in',
  input: z.object({ code: appCode }),
  output: z.object({
    recovery_codes: z
      .array(z.string())
      .describe('Recovery codes, shown once. Empty if the user has some already, because of a passkey.'),
  }),
  requires: { scope: 'write', level: 'user' },
  async handle({ code }, ctx) {
    const userId = await requireFreshUser(ctx)
    const { org, principal } = ctx
    const now = ctx.clock.now()
    const codes = await ctx.transact(async (tx) => {
      await lockFreshUser(tx, ctx, userId)
      if ((await findUnconfirmedKey(tx, org, ctx, { userId, now })) === undefined)
        throw invalid({ pointer: '', detail: 'The setup has expired or is complete. Start it again.' })
      if (!(await useAppCode(tx, org, ctx, { userId, now, code }))) throw wrongCode()
      const isFirst = !(await hasSecondFactor(tx, org, userId))
      await confirmApp(tx, org, userId, now)
      await endOtherSessions(tx, org, userId, principal.sessionId)
      ctx.addAuditTarget('user', userId)
      return isFirst ? renewRecoveryCodes(tx, org, userId) : []
    })
    return { recovery_codes: codes }
  },
})
