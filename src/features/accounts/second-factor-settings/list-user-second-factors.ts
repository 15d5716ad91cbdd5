import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { uuid } from '../../../core/wire.ts'
import { selectFactors } from '../second-factors/index.ts'

/** Second factors of users, for the pages of admins. Users without one are omitted. */
export const listUserSecondFactors = defineToolOperation({
  id: 'listUserSecondFactors',
  summary: 'List the second factors of users',
  tag: 'Sign-in',
  input: z.object({ user_uuids: z.array(uuid()).max(200).describe('IDs of users. Maximum 200.') }),
  output: z.object({
    data: z.array(
      z.object({
        user_uuid: z.string(),
        app: z.boolean().describe('Whether the user has an authenticator app.'),
        passkeys: z.int().describe('Number of passkeys.'),
        recovery_codes_left: z.int().describe('Number of recovery codes that were not used.'),
      }),
    ),
  }),
  requires: { scope: 'read', role: 'ADMIN' },
  async handle({ user_uuids }, { db, org }) {
    const factors = await selectFactors(db, org, user_uuids)
    const data = [...factors].map(([user_uuid, { appSince, passkeys, recoveryCodesLeft }]) => ({
      ...{ user_uuid, app: appSince !== undefined, passkeys },
      recovery_codes_left: recoveryCodesLeft,
    }))
    return { data }
  },
})
