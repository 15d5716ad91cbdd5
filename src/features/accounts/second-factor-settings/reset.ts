/** Removal of all second factors of a user who can't sign in. */
import type { Clock } from '../../../core/clock.ts'
import type { Database, Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { recordOperator } from '../../platform/audit/index.ts'
import { lockUser } from '../identity/index.ts'
import { deleteApp, deletePasskeysOfUser, deleteRecoveryCodes } from '../second-factors/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'

/** Deletes app, passkeys and recovery codes, and ends all sessions. The caller locks the user. @returns whether there were any */
export async function deleteSecondFactors(tx: Writer, org: OrganizationId, userId: string): Promise<boolean> {
  const hadApp = await deleteApp(tx, org, userId)
  const hadPasskeys = await deletePasskeysOfUser(tx, org, userId)
  await deleteRecoveryCodes(tx, org, userId)
  await endOtherSessions(tx, org, userId, undefined)
  return hadApp || hadPasskeys
}

/**
 * Resets the second factor from the command line, for an admin whom nobody else can help.
 * @returns whether the user had a second factor.
 * @throws AppError `validation_failed` if the user doesn't exist or is deactivated
 */
export async function resetSecondFactorByOperator(
  database: Database,
  org: OrganizationId,
  clock: Clock,
  userId: string,
): Promise<boolean> {
  return database.transact(async (tx) => {
    if ((await lockUser(tx, org, userId))?.active !== true)
      throw invalid({ pointer: '/user', detail: 'No active user has this ID. Check the ID, or reactivate the user.' })
    const had = await deleteSecondFactors(tx, org, userId)
    await recordOperator(tx, org, 'resetUserSecondFactor', clock.now(), [{ kind: 'user', id: userId }])
    return had
  })
}
