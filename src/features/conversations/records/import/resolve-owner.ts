/** Owner and team of an imported conversation, as far as the caller may choose them. */
import { forbidden, invalid } from '../../../../core/errors.ts'
import type { Context } from '../../../../core/operation.ts'
import { findUser, firstAdmin, teamExists, type UserContact } from '../../../accounts/identity/index.ts'
import type { ImportInput } from './schema-import.ts'

/**
 * Returns the requested user, otherwise the caller, otherwise the first admin. Only admins can import for other users.
 */
export async function resolveOwner(given: ImportInput, ctx: Context): Promise<UserContact> {
  const caller = ctx.principal.user
  const by =
    given.userID !== undefined
      ? { id: given.userID }
      : given.userEmail !== undefined
        ? { email: given.userEmail }
        : caller === undefined
          ? undefined
          : { id: caller.id }
  const person = by === undefined ? await firstAdmin(ctx.db, ctx.org) : await findUser(ctx.db, ctx.org, by)
  if (ctx.principal.role !== 'ADMIN' && person?.id !== caller?.id) {
    throw forbidden(
      'admin_required',
      'Only admins can import conversations for other users. Omit `userID` and `userEmail`.',
    )
  }
  if (person === undefined) {
    const pointer = given.userID !== undefined ? '/userID' : '/userEmail'
    throw invalid({
      pointer,
      detail: 'No active user of the organization matches. Check the user, or omit the field to use the default.',
    })
  }
  return person
}

/**
 * Returns the requested team, otherwise the owner's primary team. Users without the admin role can use the teams they
 * see.
 */
export async function resolveTeamId(given: ImportInput, owner: UserContact, ctx: Context): Promise<string | null> {
  const wanted = given.teamUUID
  if (wanted === undefined) return owner.primaryTeamId
  const { role, user } = ctx.principal
  const mayUse = role === 'ADMIN' || user?.teamIds.includes(wanted) === true
  if (!mayUse || !(await teamExists(ctx.db, ctx.org, wanted))) {
    throw invalid({
      pointer: '/teamUUID',
      detail: "The team doesn't exist, or you don't have access to it. Use an ID from `GET /organizations/teams`.",
    })
  }
  return wanted
}
