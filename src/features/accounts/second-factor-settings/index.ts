/**
 * Settings of second factors: setup on the account page, and administration.
 *
 * Users set up an authenticator app and create recovery codes after a **recent sign-in**, as for passwords. A new factor
 * signs out all other browsers. Admins see who has a second factor, reset the one of a user who lost it, and require one
 * of everybody. The operator resets it with the command line, for a last admin.
 *
 * The operations are for the pages only: an API key must not change how a user signs in. None of them has a REST route.
 */
export { confirmAuthenticatorApp } from './confirm-authenticator-app.ts'
export { createRecoveryCodes } from './create-recovery-codes.ts'
export { deleteAuthenticatorApp } from './delete-authenticator-app.ts'
export { getSecondFactor } from './get-second-factor.ts'
export { getSecondFactorRequirement } from './get-second-factor-requirement.ts'
export { listUserSecondFactors } from './list-user-second-factors.ts'
export { replaceSecondFactorRequirement } from './replace-second-factor-requirement.ts'
export { lockFreshUser, requireFreshUser } from './require-fresh.ts'
export { resetSecondFactorByOperator } from './reset.ts'
export { resetUserSecondFactor } from './reset-user-second-factor.ts'
export { startAuthenticatorApp } from './start-authenticator-app.ts'
