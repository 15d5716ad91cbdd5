/** Time-based one-time passwords (RFC 6238) as authenticator apps compute them: SHA-1, six digits, steps of 30 seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Accepted steps before and after the current one, for clocks that are wrong and people who type slowly. */
const TOLERANCE = 1
/** 160 bits, as RFC 4226 recommends. */
const KEY_BYTES = 20
/** RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Key of an app in base32, as people type it and apps read it. */
export const newTotpKey = (): string => toBase32(randomBytes(KEY_BYTES))

/** @param step number of steps since 1970 */
export function computeTotp(key: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export const toTotpStep = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS)

/** @returns the time step of a code; undefined if the code is wrong */
export function findTotpStep(key: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const bytes = fromBase32(key)
  const current = toTotpStep(now)
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, at) => current - TOLERANCE + at)
  // Compares all steps, so that the duration doesn't depend on the code.
  return steps.filter((step) => timingSafeEqual(Buffer.from(computeTotp(bytes, step)), Buffer.from(code))).at(-1)
}

/** Address that authenticator apps read from a QR code (Key URI Format). */
export function toKeyUri(given: { readonly issuer: string; readonly account: string; readonly key: string }): string {
  const { issuer, account, key } = given
  // A colon separates issuer and account.
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':')
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
