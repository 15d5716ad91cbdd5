import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { hasJustSignedIn } from '../sign-in/index.ts'
import { findSignInRoute } from '../sign-in-providers/index.ts'
import { selectChangedAt } from './queries.ts'

/** Sign-in methods of the caller, for the account page. */
export const getSignInWays = defineToolOperation({
  id: 'getSignInWays',
  summary: 'Get the sign-in methods of the caller',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({
    password_changed_at: z
      .string()
      .nullable()
      .describe('When the password was last changed; null if the user has no password.'),
    provider: z
      .object({ name: z.string(), required: z.boolean() })
      .nullable()
      .describe(
        'Identity provider for the email domain of the user; null if there is none. `required` means that other ' +
          'sign-in methods are disabled.',
      ),
    just_signed_in: z.boolean().describe('Whether the user signed in recently enough to set a password.'),
  }),
  requires: { scope: 'read', level: 'user' },
  async handle(_, { db, org, principal, clock }) {
    const { id = '', email = '' } = principal.user ?? {}
    const [changedAt, route, isFresh] = await Promise.all([
      selectChangedAt(db, org, id),
      findSignInRoute(db, email),
      hasJustSignedIn(db, principal, clock.now()),
    ])
    return {
      password_changed_at: changedAt ?? null,
      provider: route?.organizationId === org ? { name: route.providerName, required: route.required } : null,
      just_signed_in: isFresh,
    }
  },
})
