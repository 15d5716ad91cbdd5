/**
 * Second factors: proof at sign-in that isn't the password or the mailbox.
 *
 * A user can have one **authenticator app**, which computes codes of six digits from a shared key (RFC 6238), and several
 * **passkeys**. The key is stored encrypted. It becomes a second factor with the first code that the user enters. A code
 * is accepted for 30 seconds before and after its own time, and only once.
 *
 * With the first factor, the user gets ten **recovery codes**, which are shown once and stored as digests. Each replaces
 * the second factor once.
 *
 * An organization can **require** a second factor. Sign-in (`sign-in`) asks for the factor and enforces the requirement,
 * and `second-factor-settings` and `passkeys` change them.
 */
export {
  findUnconfirmedKey,
  type KeyPorts,
  renewRecoveryCodes,
  startApp,
  useAppCode,
  useRecoveryCode,
} from './codes.ts'
export {
  confirmApp,
  deleteApp,
  deleteRecoveryCodes,
  type FactorRequirement,
  hasSecondFactor,
  lacksRequiredFactor,
  putRequirement,
  selectApp,
  selectFactors,
  selectRequirement,
} from './queries.ts'
export {
  deletePasskeyRow,
  deletePasskeysOfUser,
  insertPasskey,
  type PasskeyRow,
  putPasskeyChallenge,
  renamePasskeyRow,
  selectPasskey,
  selectPasskeys,
  takePasskeyChallenge,
  updatePasskeyUsed,
} from './queries-passkeys.ts'
export { RECOVERY_CODES } from './recovery-codes.ts'
export type { SecondFactors } from './schema.ts'
export { computeTotp, fromBase32, toKeyUri, toTotpStep } from './totp.ts'
