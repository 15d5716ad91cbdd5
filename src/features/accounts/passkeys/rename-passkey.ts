import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { pathId } from '../../../core/wire.ts'
import { renamePasskeyRow } from '../second-factors/index.ts'
import { passkeyName } from './schema.ts'

/** Renames a passkey of the caller. */
export const renamePasskey = defineToolOperation({
  id: 'renamePasskey',
  summary: 'Update the name of a passkey',
  tag: 'Sign-in',
  input: z.object({ id: pathId('passkey'), name: passkeyName }),
  output: z.object({}),
  requires: { scope: 'write', level: 'user' },
  async handle({ id, name }, ctx) {
    const userId = ctx.principal.user?.id ?? ''
    await ctx.transact(async (tx) => {
      if (!(await renamePasskeyRow(tx, ctx.org, { userId, id }, name))) throw notFound('passkey')
      ctx.addAuditTarget('passkey', id)
    })
    return {}
  },
})
