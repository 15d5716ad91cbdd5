/** Addresses that an organization names for us to send to: how they are written, and whether anything may be sent there. */
import { z } from 'zod'
import { invalid } from './errors.ts'
import type { PublicFetch } from './public-fetch.ts'

const URL_MAX = 2_048

/** @param stored what is kept of it: by default as it is normalized, so that nothing in it needs escaping */
export const outsideUrl = (stored: (href: string, given: string) => string = (href) => href) =>
  z
    .url({ protocol: /^https?$/, error: 'This must be an https address.' })
    .max(URL_MAX, { error: `This must have at most ${URL_MAX} characters.` })
    .superRefine((value, issues) => {
      const { username, password, hash } = URL.parse(value) ?? { username: '', password: '', hash: '' }
      if (username !== '' || password !== '' || hash !== '') {
        issues.addIssue({ code: 'custom', message: 'This must have no user, password or fragment.' })
      }
    })
    .transform((value) => stored(new URL(value).href, value))
    .meta({ type: 'string', format: 'uri', maxLength: URL_MAX })

const REFUSALS = {
  not_https: 'This must be an https address. Plain http is for private addresses that the operator allows.',
  not_public: 'This must be a public address. Private and loopback ones are for the operator to allow.',
} as const

/** @throws AppError `validation_failed` at `/url`: nothing may be sent there, by what is known of it now */
export async function checkOutsideAddress(fetchPublic: PublicFetch, url: string): Promise<void> {
  const refusal = await fetchPublic.refusalOf(url)
  // A name may well be given to a server that is still to be put up; whatever asks it tells.
  if (refusal === undefined || refusal === 'unknown_name') return
  throw invalid({ pointer: '/url', detail: REFUSALS[refusal] })
}
