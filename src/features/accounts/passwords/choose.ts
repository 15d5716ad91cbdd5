/** Validates and hashes new passwords. */

import type { Clock } from '../../../core/clock.ts'
import type { Database, Reader } from '../../../core/db.ts'
import { AppError, invalid } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { recordOperator } from '../../platform/audit/index.ts'
import { shareActiveUser } from '../identity/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'
import { createHashing, normalized, TooBusy } from './argon2.ts'
import { isGuessable } from './guessable.ts'
import { selectWordsAbout, upsertPassword } from './queries.ts'

/** Shared by the whole process, because it limits the memory of the process. */
export const hashing = createHashing()

export const busyError = () =>
  new AppError('unavailable', 'busy', 'Busy', [
    { pointer: '', detail: 'Too many people are signing in. Wait a few seconds, then try again.' },
  ])

/**
 * @returns the hash to store
 * @throws AppError `validation_failed` if the password is easy to guess; `busy`
 */
export async function choosePassword(
  db: Reader,
  org: OrganizationId,
  userId: string,
  password: string,
): Promise<string> {
  return hashChosenPassword(password, await selectWordsAbout(db, org, userId))
}

async function hashChosenPassword(password: string, about: readonly string[]): Promise<string> {
  if (isGuessable(normalized(password), about)) {
    const detail = 'The password is too easy to guess. Use several words that are unrelated to each other and to you.'
    throw invalid({ pointer: '/password', detail })
  }
  try {
    return await hashing.hash(password)
  } catch (error) {
    if (error instanceof TooBusy) throw busyError()
    throw error
  }
}

/**
 * Prepares a password that an operator sets on the command line.
 * @returns a function that stores the password once the user exists
 * @throws AppError `validation_failed`, before any user is created
 */
export async function passwordByOperator(
  password: string,
  about: readonly string[],
): Promise<(database: Database, org: OrganizationId, clock: Clock, userId: string) => Promise<void>> {
  const hash = await hashChosenPassword(password, about)
  return (database, org, clock, userId) =>
    database.transact(async (tx) => {
      const at = clock.now()
      if ((await shareActiveUser(tx, org, userId)) === undefined) {
        throw invalid({ pointer: '/user', detail: 'No active user has this ID.' })
      }
      await upsertPassword(tx, org, userId, hash, at)
      await endOtherSessions(tx, org, userId, undefined)
      await recordOperator(tx, org, 'setPassword', at, [{ kind: 'user', id: userId }])
    })
}
