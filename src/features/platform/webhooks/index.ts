/**
 * Webhooks: events of an organization, sent to URLs that its admins configure.
 *
 * A **webhook** has a URL, event types and a **secret** for signatures. The secret is returned once, at creation, and
 * stored encrypted, because Parley needs it to sign. It can be rotated at any time; the old secret then also signs for
 * a while, so that receivers can switch.
 *
 * A feature announces an **event** in the transaction that causes it. The transaction creates a **delivery** with the
 * final body for each enabled webhook that subscribes to the event, and a job that sends it. Events contain IDs and a
 * minimum of context in snake case; receivers get details through the API. Content of conversations is never sent.
 *
 * Users and teams change on many paths, some without a job queue, such as the command line. There, database triggers
 * create the deliveries (migration `account-events`), and `wakeWebhooks` adds the jobs.
 *
 * A disabled webhook gets no new events, and its pending deliveries wait until it is enabled. Admins can disable a
 * webhook. Parley disables it if the URL responds with 410, or if no attempt succeeds for days.
 *
 * A webhook with the format `slack` or `teams` posts to a **channel**. Its address is a secret, so it is sealed, and lists
 * show only its host. `chat-posts` composes the post when it is sent, because who may see a call can change until then.
 *
 * The feature `webhook-deliveries` sends, retries and lists deliveries.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { listWebhooks } from './list-webhooks.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { updateWebhook } from './update-webhook.ts'

export { type Announcement, type AnnouncementPorts, addMessage, announce, announceAll } from './announce.ts'
export { EVENT_TYPES, type EventType, TEST_EVENT } from './events.ts'
export {
  CHAT_EVENT_TYPES,
  CHAT_SERVICES,
  CHAT_WORDS,
  type ChatEventType,
  type ChatFormat,
  isChatEventType,
  type WebhookFormat,
} from './format.ts'
export { deliverWebhookKind, sendSoon } from './kind.ts'
export { toAddressPurpose, toSealPurpose } from './model.ts'
export { webhookExists } from './queries.ts'
export type { DeliveryStatus, DisabledReason } from './schema.ts'
export { wakeWebhooks } from './wake.ts'

export { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateWebhookSecret, updateWebhook }

export const operations: readonly AnyOperation[] = [
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
]
