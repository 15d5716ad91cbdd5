/** External URLs that an organization configures: their format, and whether Parley may send requests to them. */
import { z } from 'zod'
import { invalid } from './errors.ts'
import type { PublicFetch } from './public-fetch.ts'

const URL_MAX = 2_048

/** @param stored converts the URL to its stored form. Defaults to the normalized URL, which needs no escaping. */
export const outsideUrl = (stored: (href: string, given: string) => string = (href) => href) =>
  z
    .url({ protocol: /^https?$/, error: 'The value must be an https URL.' })
    .max(URL_MAX, { error: `The value must have at most ${URL_MAX} characters.` })
    .superRefine((value, issues) => {
      const { username, password, hash } = URL.parse(value) ?? { username: '', password: '', hash: '' }
      if (username !== '' || password !== '' || hash !== '') {
        issues.addIssue({
          code: 'custom',
          message: 'The value must be a URL without user name, password and fragment.',
        })
      }
    })
    .transform((value) => stored(new URL(value).href, value))
    .meta({ type: 'string', format: 'uri', maxLength: URL_MAX })

/** Hint of errors about addresses that aren't public. */
export const PRIVATE_TARGETS_HINT =
  'The operator can allow private and loopback addresses with the setting ALLOWED_PRIVATE_TARGETS, such as ' +
  'ALLOWED_PRIVATE_TARGETS=127.0.0.1.'

const REFUSALS = {
  not_https: '`url` must start with https. Plain http works only for private addresses that the operator allows.',
  not_public: `\`url\` must point to a public address. ${PRIVATE_TARGETS_HINT}`,
} as const

/** @throws AppError `validation_failed` at `/url` if requests to the address aren't allowed */
export async function checkOutsideAddress(fetchPublic: PublicFetch, url: string): Promise<void> {
  const refusal = await fetchPublic.refusalOf(url)
  // The host name may not resolve yet. Requests report that when they are sent.
  if (refusal === undefined || refusal === 'unknown_name') return
  throw invalid({ pointer: '/url', detail: REFUSALS[refusal] })
}
