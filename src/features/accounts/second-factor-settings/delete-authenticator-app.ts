import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { deleteApp, deleteRecoveryCodes, hasSecondFactor } from '../second-factors/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'
import { lockFreshUser, requireFreshUser } from './require-fresh.ts'

/**
 * Removes the authenticator app of the caller, or cancels its setup. Recovery codes stay while a passkey needs them. All
 * other browsers are signed out.
 */
export const deleteAuthenticatorApp = defineToolOperation({
  id: 'deleteAuthenticatorApp',
  summary: 'Delete your authenticator app',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({}),
  requires: { scope: 'write', level: 'user' },
  async handle(_, ctx) {
    const userId = await requireFreshUser(ctx)
    await ctx.transact(async (tx) => {
      await lockFreshUser(tx, ctx, userId)
      ctx.addAuditTarget('user', userId)
      if (await deleteApp(tx, ctx.org, userId, 'unconfirmed')) return
      if (!(await deleteApp(tx, ctx.org, userId))) return
      if (!(await hasSecondFactor(tx, ctx.org, userId))) await deleteRecoveryCodes(tx, ctx.org, userId)
      await endOtherSessions(tx, ctx.org, userId, ctx.principal.sessionId)
    })
    return {}
  },
})
