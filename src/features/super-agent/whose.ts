import type { Principal } from '../../core/principal.ts'

/** The user whose sessions are meant. @throws Error where the operation did not ask for one */
export function userOf({ user }: Principal): string {
  if (user === undefined) throw new Error('An operation on sessions requires a user.')
  return user.id
}
