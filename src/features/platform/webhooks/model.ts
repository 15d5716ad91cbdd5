import { conflict } from '../../../core/errors.ts'

/** Maximum number of webhooks per organization. */
export const WEBHOOKS_MAX = 20

/** Maximum size of an event body in bytes. Receivers must accept bodies of this size. */
export const BODY_BYTES_MAX = 20_000

/** Purpose that a secret is sealed for. */
export const toSealPurpose = (webhookId: string): string => `webhook secret ${webhookId}`

/** Purpose that the address of a channel is sealed for. */
export const toAddressPurpose = (webhookId: string): string => `webhook address ${webhookId}`

export const tooMany = () =>
  conflict('too_many_webhooks', `An organization can have at most ${WEBHOOKS_MAX} webhooks. Delete one first.`)
