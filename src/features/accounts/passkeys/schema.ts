/** Responses of browsers (WebAuthn Level 3, section 5.1), and the names of passkeys. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { text } from '../../../core/wire.ts'

export const PASSKEY_NAME_MAX = 64
/** More than any person has. */
export const PASSKEYS_MAX = 20
/** Maximum length of a response in JSON. */
const RESPONSE_MAX = 12_000

export const passkeyName = text({ min: 1, max: PASSKEY_NAME_MAX })
export const browserResponse = z
  .string()
  .min(1, { error: 'The browser sent no passkey. Try again.' })
  .max(RESPONSE_MAX, { error: 'The response of the browser is too long. Use another passkey.' })

const base64url = z.string().regex(/^[\w-]+$/)
const common = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const extensions = z.record(z.string(), z.unknown()).default({})

const authentication = z.object({
  ...common,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
})
const registration = z.object({
  ...common,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,32}$/))
      .max(10)
      .default([]),
  }),
})

/** A passkey that names its user, as discoverable ones do. */
export type Authentication = AuthenticationResponseJSON & { readonly response: { readonly userHandle: string } }

/** @returns undefined for malformed text */
export function readAuthentication(given: string): Authentication | undefined {
  const read = authentication.safeParse(parseJson(given))
  return read.success ? (read.data as Authentication) : undefined
}

/** @throws AppError `validation_failed` for malformed text */
export function readRegistration(given: string): RegistrationResponseJSON & { response: { transports: string[] } } {
  const read = registration.safeParse(parseJson(given))
  if (!read.success) throw notAccepted()
  return read.data as ReturnType<typeof readRegistration>
}

export const notAccepted = () =>
  invalid({
    pointer: '/response',
    detail: "The passkey couldn't be verified. Try again, and confirm with your fingerprint, face or PIN.",
  })

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
