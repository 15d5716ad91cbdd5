import { conflict, invalid } from '../../core/errors.ts'
import type { PublicFetch } from '../../core/public-fetch.ts'

/** Of one organization. */
export const WEBHOOKS_MAX = 20

/** Ids and a few words take a fraction of it; receivers need not take more. */
export const BODY_BYTES_MAX = 20_000

/** What a secret is sealed for. */
export const purposeOfSecret = (webhookId: string): string => `webhook secret ${webhookId}`

export const tooMany = () =>
  conflict('too_many_webhooks', `An organization has at most ${WEBHOOKS_MAX} webhooks; delete one first.`)

const REFUSALS = {
  not_https: 'This must be an https address. Plain http is for private addresses that the operator allows.',
  not_public: 'This must be a public address. Private and loopback ones are for the operator to allow.',
} as const

/** @throws AppError `validation_failed`: nothing may be sent there, by what is known of it now */
export async function checkTarget(fetchPublic: PublicFetch, url: string): Promise<void> {
  const refusal = await fetchPublic.refusalOf(url)
  // A name may well be given to a receiver that is still to be put up.
  if (refusal === undefined || refusal === 'unknown_name') return
  throw invalid({ pointer: '/url', detail: REFUSALS[refusal] })
}
