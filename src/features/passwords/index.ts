/**
 * Passwords: a way to sign in for who wants one.
 *
 * A user has none, or one, which is kept as a hash (Argon2id) that takes a tenth of a second and 19 MiB to work out. A few
 * are worked out at once and some wait; who comes then is told to come again, so that guessing takes neither the memory
 * nor the threads that others need. Hashes with other parameters are made anew when their password is used.
 *
 * A password has 12 to 256 characters of any kind and is not one of the first that somebody would try. Whoever has signed
 * in **only just now**, in whichever way, may **set** one; so the link by mail is how a forgotten one is replaced. All
 * other browsers are signed out by it. Whoever loses their access loses it too.
 *
 * Whether there is somebody of an address, and whether they have a password, shows neither in what is answered nor in how
 * long it takes. Guessing is counted by address and by network; the address may still ask for a link.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { deleteUserPassword } from './delete-user-password.ts'

export { passwordByOperator } from './choose.ts'
export { deleteUserPassword } from './delete-user-password.ts'
export { getSignInWays } from './get-sign-in-ways.ts'
export { newPassword, PASSWORD_MAX, PASSWORD_MIN } from './schema.ts'
export { setPassword } from './set-password.ts'
export { createPasswords, type PasswordAnswer, type Passwords } from './sign-in.ts'

export const operations: readonly AnyOperation[] = [deleteUserPassword]
