/** A new password: whether it is fit to be one, and its hash. */

import type { Clock } from '../../core/clock.ts'
import type { Database, Reader } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { recordOperator } from '../audit/index.ts'
import { shareActiveUser } from '../identity/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'
import { createHashing, normalized, TooBusy } from './argon2.ts'
import { isGuessable } from './guessable.ts'
import { selectWordsAbout, upsertPassword } from './queries.ts'

/** One for the whole process, since what it bounds is the process's memory. */
export const hashing = createHashing()

export const busy = () =>
  new AppError('unavailable', 'busy', 'Busy', [
    { pointer: '', detail: 'Too many people sign in at this moment. Please try again.' },
  ])

/**
 * @returns what is stored of it
 * @throws AppError `validation_failed`: somebody would soon guess it; `busy`
 */
export async function choosePassword(
  db: Reader,
  org: OrganizationId,
  userId: string,
  password: string,
): Promise<string> {
  return hashOf(password, await selectWordsAbout(db, org, userId))
}

async function hashOf(password: string, about: readonly string[]): Promise<string> {
  if (isGuessable(normalized(password), about)) {
    const detail = 'Somebody would soon guess this password. Take one of several words that nothing holds together.'
    throw invalid({ pointer: '/password', detail })
  }
  try {
    return await hashing.hash(password)
  } catch (error) {
    if (error instanceof TooBusy) throw busy()
    throw error
  }
}

/**
 * From the command line.
 * @returns what gives the password to a user, once there is one
 * @throws AppError `validation_failed`, before anybody is made
 */
export async function passwordByOperator(
  password: string,
  about: readonly string[],
): Promise<(database: Database, org: OrganizationId, clock: Clock, userId: string) => Promise<void>> {
  const hash = await hashOf(password, about)
  return (database, org, clock, userId) =>
    database.transact(async (tx) => {
      const at = clock.now()
      if ((await shareActiveUser(tx, org, userId)) === undefined) {
        throw invalid({ pointer: '/user', detail: 'There is no such user.' })
      }
      await upsertPassword(tx, org, userId, hash, at)
      await endOtherSessions(tx, org, userId, undefined)
      await recordOperator(tx, org, 'setPassword', at, [{ kind: 'user', id: userId }])
    })
}
