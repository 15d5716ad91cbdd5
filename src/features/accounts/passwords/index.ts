/**
 * Passwords: an optional way to sign in.
 *
 * A user has at most one password. It's stored as an Argon2id hash, which takes a tenth of a second and 19 MiB to
 * compute. A limited number are computed concurrently, and a limited number wait. Parley rejects further requests, so
 * that password guessing doesn't exhaust memory and threads. Hashes with outdated parameters are recomputed when the
 * password is used.
 *
 * A password has 12 to 256 characters of any kind and isn't easy to guess. Users can set a password after a **recent
 * sign-in** with any method, so a sign-in link by email also serves as password reset. Setting a password ends all
 * other browser sessions. Deactivating a user deletes the password.
 *
 * Neither the response nor its timing reveals whether a user exists or has a password. Attempts are limited per email
 * address and per network. After too many attempts, users can still request a sign-in link.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { deleteUserPassword } from './delete-user-password.ts'

export { passwordByOperator } from './choose.ts'
export { deleteUserPassword } from './delete-user-password.ts'
export { getSignInWays } from './get-sign-in-ways.ts'
export { newPassword, PASSWORD_MAX, PASSWORD_MIN } from './schema.ts'
export { setPassword } from './set-password.ts'
export { createPasswords, type PasswordAnswer, type Passwords } from './sign-in.ts'

export const operations: readonly AnyOperation[] = [deleteUserPassword]
