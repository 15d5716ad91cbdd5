import { z } from 'zod'
import { defineToolOperation } from '../../core/tool.ts'
import { hasJustSignedIn } from '../sign-in/index.ts'
import { routeOf } from '../sign-in-providers/index.ts'
import { selectChangedAt } from './queries.ts'

/** For the page of one's account. */
export const getSignInWays = defineToolOperation({
  id: 'getSignInWays',
  summary: 'Tell how the caller can sign in, and whether they have done so only just now.',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({
    password_changed_at: z.string().nullable().describe('Null: there is no password.'),
    provider: z.object({ name: z.string(), required: z.boolean() }).nullable(),
    just_signed_in: z.boolean(),
  }),
  requires: { scope: 'read', level: 'user' },
  async handle(_, { db, org, principal, clock }) {
    const { id = '', email = '' } = principal.user ?? {}
    const [changedAt, route, isFresh] = await Promise.all([
      selectChangedAt(db, org, id),
      routeOf(db, email),
      hasJustSignedIn(db, principal, clock.now()),
    ])
    return {
      password_changed_at: changedAt ?? null,
      provider: route?.organizationId === org ? { name: route.providerName, required: route.required } : null,
      just_signed_in: isFresh,
    }
  },
})
