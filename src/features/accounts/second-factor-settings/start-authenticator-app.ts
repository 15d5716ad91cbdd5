import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { startApp } from '../second-factors/index.ts'
import { lockFreshUser, requireFreshUser } from './require-fresh.ts'

/**
 * Creates the key of an authenticator app, on the account page only. It isn't a second factor until
 * `confirmAuthenticatorApp`. A confirmed app stays.
 */
export const startAuthenticatorApp = defineToolOperation({
  id: 'startAuthenticatorApp',
  summary: 'Start the setup of an authenticator app',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({}),
  requires: { scope: 'write', level: 'user' },
  async handle(_, ctx) {
    const userId = await requireFreshUser(ctx)
    await ctx.transact(async (tx) => {
      await lockFreshUser(tx, ctx, userId)
      await startApp(tx, ctx.org, ctx, { userId, now: ctx.clock.now() })
      ctx.addAuditTarget('user', userId)
    })
    return {}
  },
})
