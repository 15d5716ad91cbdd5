import { conflict } from '../../core/errors.ts'

/** Of one organization. */
export const WEBHOOKS_MAX = 20

/** Ids and a few words take a fraction of it; receivers need not take more. */
export const BODY_BYTES_MAX = 20_000

/** What a secret is sealed for. */
export const purposeOfSecret = (webhookId: string): string => `webhook secret ${webhookId}`

export const tooMany = () =>
  conflict('too_many_webhooks', `An organization has at most ${WEBHOOKS_MAX} webhooks; delete one first.`)
