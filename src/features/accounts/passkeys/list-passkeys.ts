import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { selectPasskeys } from '../second-factors/index.ts'
import { findRelyingParty } from './relying-party.ts'

/** Passkeys of the caller, for the account page. */
export const listPasskeys = defineToolOperation({
  id: 'listPasskeys',
  summary: 'List your passkeys',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({
    is_available: z.boolean().describe('Whether browsers accept passkeys at the public address of the service.'),
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        backed_up: z.boolean().describe('Whether the passkey is synchronized to other devices.'),
        created_at: z.string(),
        last_used_at: z.string().nullable(),
      }),
    ),
  }),
  requires: { scope: 'read', level: 'user' },
  async handle(_, { db, org, principal, publicUrl }) {
    const rows = await selectPasskeys(db, org, principal.user?.id ?? '')
    const data = rows.map(({ credential_id: _id, transports: _ways, ...shown }) => shown)
    return { is_available: findRelyingParty(publicUrl()) !== undefined, data }
  },
})
