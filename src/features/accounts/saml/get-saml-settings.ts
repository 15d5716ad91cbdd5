import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { samlSettings } from './schema.ts'
import { loadSettings } from './serialize.ts'

export const getSamlSettings = defineOperation({
  id: 'getSamlSettings',
  summary: 'Get the SAML settings',
  description:
    'Returns the addresses to enter at the identity provider, the settings of the provider, and the last sign-ins. Requires the admin role.',
  tag: 'Sign-in',
  input: z.object({}),
  output: samlSettings,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/saml-settings', ...inData(samlSettings) },
  handle: (_, ctx) => loadSettings(ctx.db, ctx.org, ctx.publicUrl()),
})
