/** What browsers are told of every page of ours. Told here once more, so that whoever loosens it does so twice. */

const POLICY = (more: string, formAction: string) =>
  `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; ${more}base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`

/** Of any page, and of what is no page but may be asked for by one. */
const STRICT = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), display-capture=(), geolocation=(), payment=(), usb=()',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/html; charset=utf-8',
}

/** Of pages of the app, whose modules are ours and ask us alone. */
export const HEADERS: Readonly<Record<string, string>> = {
  ...STRICT,
  'content-security-policy': POLICY(
    "script-src 'self'; media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; ",
    "'self'",
  ),
}

/** Of pages of the app that record sound. */
export const RECORDING_HEADERS: Readonly<Record<string, string>> = {
  ...HEADERS,
  'permissions-policy': 'camera=(), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
}

/** Of the page of a clip that is played: with a module of ours, which asks for nothing. */
export const PLAYER_HEADERS: Readonly<Record<string, string>> = {
  ...STRICT,
  'content-security-policy': POLICY("script-src 'self'; media-src 'self'; ", "'none'"),
}

/** Of the page that signs in with a passkey: with a module of ours, which asks for nothing. */
export const PASSKEY_HEADERS: Readonly<Record<string, string>> = {
  ...STRICT,
  'content-security-policy': POLICY("script-src 'self'; ", "'self'"),
}

/**
 * Of pages for who is not signed in: nothing runs, plays or asks.
 * @param formAction where their forms may be sent and lead on to
 */
export const publicHeaders = (formAction: string): Readonly<Record<string, string>> => ({
  ...STRICT,
  'content-security-policy': POLICY('', formAction),
})
