/** Security headers of pages. */

/**
 * Content sources by type of page. `app` allows scripts, recordings and requests to this service, and
 * the manifest; `player` allows scripts
 * and recordings; `script` allows scripts; `plain` allows none of these.
 */
const ALLOWED = {
  plain: [],
  script: ["script-src 'self'"],
  player: ["script-src 'self'", "media-src 'self'"],
  app: ["script-src 'self'", "media-src 'self' blob:", "connect-src 'self'", "manifest-src 'self'"],
} as const

const permissions = (recording: '()' | '(self)') =>
  `camera=(), microphone=${recording}, display-capture=${recording}, geolocation=(), payment=(), usb=()`

/** Headers of pages that record sound, in addition to `pageHeaders`. */
export const RECORDING_HEADERS = { 'permissions-policy': permissions('(self)') } as const

/**
 * Allows only content from this origin, without inline scripts or styles. Prevents indexing, referrers, framing and caching.
 * @param formAction allowed targets of forms, including redirects
 */
export const pageHeaders = (kind: keyof typeof ALLOWED, formAction = "'self'"): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    ...ALLOWED[kind],
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'permissions-policy': permissions('()'),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/html; charset=utf-8',
})
