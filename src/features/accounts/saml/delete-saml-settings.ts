import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { deleteSaml } from './queries.ts'

export const deleteSamlSettings = defineOperation({
  id: 'deleteSamlSettings',
  summary: 'Delete the SAML settings',
  description:
    'Deletes the identity provider permanently. Requires the admin role. Its users keep their accounts and sessions, and can sign in with a link or a password.',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/saml-settings', status: 204 },
  async handle(_, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await deleteSaml(tx, ctx.org))) throw notFound('SAML provider', '')
      ctx.addAuditTarget('organization', ctx.org)
    })
    return {}
  },
})
