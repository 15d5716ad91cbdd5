/** Checks of the operations that change the caller's own second factors. */
import type { Writer } from '../../../core/db.ts'
import { forbidden, invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { lockUser } from '../identity/index.ts'
import { hasJustSignedIn } from '../sign-in/index.ts'

/**
 * Requires a recent sign-in, with the second factor if the user has one, so that an unattended browser isn't enough.
 * @returns ID of the user
 * @throws AppError `fresh_sign_in_required`
 */
export async function requireFreshUser({ db, principal, clock }: Context): Promise<string> {
  const { user } = principal
  if (user === undefined || !(await hasJustSignedIn(db, principal, clock.now())))
    throw forbidden('fresh_sign_in_required', 'This change requires a recent sign-in. Sign in again, then retry.')
  return user.id
}

/**
 * Locks the user, so that no sign-in that saw the earlier second factors is completed at the same time.
 * @throws AppError `fresh_sign_in_required` if the user was deactivated
 */
export async function lockFreshUser(tx: Writer, { org }: Context, userId: string): Promise<void> {
  if ((await lockUser(tx, org, userId))?.active !== true)
    throw forbidden('fresh_sign_in_required', 'Your account is no longer active. Sign in again.')
}

export const wrongCode = () =>
  invalid({
    pointer: '/code',
    detail:
      'The code is incorrect or was already used. Enter the six digits that the app shows now, and check the clock of the device.',
  })
