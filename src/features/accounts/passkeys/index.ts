/**
 * Passkeys: sign-in without a password (WebAuthn).
 *
 * A user registers several passkeys on the account page after a recent sign-in, names and removes them. A passkey is
 * **discoverable**: the browser offers it without an address, and its user handle contains organization and user. It
 * proves two factors, because the authenticator must verify its user by finger, face or PIN.
 *
 * A **challenge** is random, works once, within five minutes, and for the browser that got it. Responses are verified
 * for the origin and the host name of the public URL by `@simplewebauthn/server`, which is loaded at the first use.
 *
 * If an organization requires its identity provider, passkeys don't sign in.
 */
export { createPasskey } from './create-passkey.ts'
export { deletePasskey } from './delete-passkey.ts'
export { listPasskeys } from './list-passkeys.ts'
export { renamePasskey } from './rename-passkey.ts'
export { PASSKEY_NAME_MAX } from './schema.ts'
export { createPasskeySignIn, type PasskeyAnswer, type PasskeyRequest, type PasskeySignIn } from './sign-in.ts'
export { startPasskey } from './start-passkey.ts'
