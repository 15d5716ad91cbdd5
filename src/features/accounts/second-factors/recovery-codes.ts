/** Recovery codes: each replaces the second factor once, for users who lost their device. */
import { createHash, randomBytes } from 'node:crypto'

export const RECOVERY_CODES = 10
const GROUPS = 4
const GROUP_LENGTH = 4
/** Crockford's base32: 32 signs without letters that look like digits. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Random code with 80 bits, so that a plain digest is enough to store it. */
const newRecoveryCode = (): string => {
  const signs = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return (signs.match(/.{4}/g) ?? []).join('-')
}

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode)

/** @returns the digest to store, which also depends on the user; undefined if the text isn't a code */
export function hashRecoveryCode(userId: string, given: string): string | undefined {
  const code = given.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  if (!/^[0-9a-hjkmnp-tv-z]{16}$/.test(code)) return undefined
  return createHash('sha256').update(`recovery code ${userId} ${code}`).digest('hex')
}
