/** What browsers are told of every page: what it may load, where it may send something, who may hold it. */

/**
 * What a page may do beside being read: `app` runs modules of ours, plays recordings and asks for
 * more; `player` plays one recording, with a module of ours; `plain` does nothing.
 */
const ALLOWED = {
  plain: [],
  player: ["script-src 'self'", "media-src 'self'"],
  app: ["script-src 'self'", "media-src 'self' blob:", "connect-src 'self'"],
} as const

/**
 * Everything comes from here and nothing stands inside the page, neither script nor style. No engine lists it, no click
 * tells of it, nobody frames it, nothing of it is kept.
 * @param formAction where forms may be sent, and lead on to
 */
export const pageHeaders = (kind: keyof typeof ALLOWED, formAction = "'self'"): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
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
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/html; charset=utf-8',
})
