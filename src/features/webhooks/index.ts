/**
 * Webhooks: what happens in an organization is told to the addresses that its admins name.
 *
 * A **webhook** is an address, the types of event it wants, and a **secret** to sign with. The secret is shown when it is
 * made and never again; it is kept sealed, since it takes it to sign. A new one may be made at any time, and the old one
 * then signs along for a while, so that no receiver has to change at the very moment.
 *
 * An **event** is announced by the feature in which it happens, in the transaction that makes it happen: from then on
 * there is a **delivery** for each enabled webhook that wants it, with the body as it will be sent, and a job that sends.
 * What an event carries is ids, and the little it takes to know where it belongs, in snake case: who wants to know more
 * asks for it, with a key. Nothing that was said leaves the house this way.
 *
 * A webhook that is disabled is told of nothing, and what waited for it waits until it is enabled again. It is disabled
 * by its admins, or by itself: when its address answers that it is gone, or has taken nothing for days.
 *
 * How deliveries are made, tried again and listed is the business of `webhook-deliveries`.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { updateWebhook } from './update-webhook.ts'

export { type Announcement, addMessage, announce } from './announce.ts'
export { EVENT_TYPES, type EventType, TEST_EVENT } from './events.ts'
export { deliverWebhookKind, sendSoon } from './kind.ts'
export { purposeOfSecret } from './model.ts'
export { webhookExists } from './queries.ts'
export type { DeliveryStatus, DisabledReason } from './schema.ts'

export { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateWebhookSecret, updateWebhook }

export const operations: readonly AnyOperation[] = [
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
]
