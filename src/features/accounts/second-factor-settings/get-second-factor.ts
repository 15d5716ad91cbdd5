import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { findUnconfirmedKey, selectFactors, selectRequirement, toKeyUri } from '../second-factors/index.ts'
import { hasJustSignedIn } from '../sign-in/index.ts'

/** Second factors of the caller, for the account pages. */
export const getSecondFactor = defineToolOperation({
  id: 'getSecondFactor',
  summary: 'Get the second factors of the caller',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({
    app_since: z.string().nullable().describe('When the authenticator app was set up; null if there is none.'),
    recovery_codes_left: z.int().describe('Number of recovery codes that were not used.'),
    passkeys: z.int().describe('Number of passkeys.'),
    setup: z
      .object({ key: z.string(), uri: z.string() })
      .nullable()
      .describe('Key of an app whose setup is not complete, in base32 and for a QR code; null if there is none.'),
    required: z.boolean().describe('Whether the organization requires a second factor.'),
    just_signed_in: z.boolean().describe('Whether the user signed in recently enough to change second factors.'),
  }),
  requires: { scope: 'read', level: 'user' },
  async handle(_, ctx) {
    const { db, org, principal, clock } = ctx
    const { id: userId = '', email = '' } = principal.user ?? {}
    const now = clock.now()
    const [factors, requirement, isFresh] = await Promise.all([
      selectFactors(db, org, [userId]),
      selectRequirement(db, org),
      hasJustSignedIn(db, principal, now),
    ])
    const own = factors.get(userId)
    // The key is shown only to a user who could start the setup again.
    const key = isFresh ? await findUnconfirmedKey(db, org, ctx, { userId, now }) : undefined
    return {
      app_since: own?.appSince ?? null,
      recovery_codes_left: own?.recoveryCodesLeft ?? 0,
      passkeys: own?.passkeys ?? 0,
      setup: key === undefined ? null : { key, uri: toKeyUri({ issuer: 'Parley', account: email, key }) },
      required: requirement.required,
      just_signed_in: isFresh,
    }
  },
})
