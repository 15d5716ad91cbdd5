import { notFound } from '../../../core/errors.ts'
import type { Principal } from '../../../core/principal.ts'

/** ID of the user who owns the sessions. @throws Error if the operation doesn't require a user */
export function requireUserId({ user }: Principal): string {
  if (user === undefined) throw new Error('An operation on recording sessions requires a user.')
  return user.id
}

/** Error for sessions that have ended, or belong to another user. */
export const sessionNotFound = () => notFound('recording session')
