import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { pathId } from '../../../core/wire.ts'
import { lockFreshUser, requireFreshUser } from '../second-factor-settings/index.ts'
import { deletePasskeyRow, deleteRecoveryCodes, hasSecondFactor } from '../second-factors/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'

/** Removes a passkey of the caller. All other browsers are signed out, because the passkey may have been stolen. */
export const deletePasskey = defineToolOperation({
  id: 'deletePasskey',
  summary: 'Delete a passkey',
  tag: 'Sign-in',
  input: z.object({ id: pathId('passkey') }),
  output: z.object({}),
  requires: { scope: 'write', level: 'user' },
  async handle({ id }, ctx) {
    const userId = await requireFreshUser(ctx)
    await ctx.transact(async (tx) => {
      await lockFreshUser(tx, ctx, userId)
      if (!(await deletePasskeyRow(tx, ctx.org, { userId, id }))) throw notFound('passkey')
      if (!(await hasSecondFactor(tx, ctx.org, userId))) await deleteRecoveryCodes(tx, ctx.org, userId)
      await endOtherSessions(tx, ctx.org, userId, ctx.principal.sessionId)
      ctx.addAuditTarget('passkey', id)
    })
    return {}
  },
})
