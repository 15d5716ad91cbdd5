/**
 * Chat posts: what happens on calls, in channels of Slack and Microsoft Teams.
 *
 * An admin enters the incoming webhook of a channel (`webhooks`). A **post** has fixed words, the title of the call and a
 * link, never words of the call. Its **audience** is everybody who reads the channel: the members of a team, or all active
 * users of the organization. A post is composed when it is sent, and skipped unless the whole audience can see the call
 * at that time.
 *
 * `webhook-deliveries` sends and retries. This feature defines its job, because composing needs conversations.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import { defineWebhookDelivery } from '../../platform/webhook-deliveries/index.ts'
import { composeChatPost } from './compose.ts'

export const jobs: readonly AnyJob[] = [defineWebhookDelivery(composeChatPost)]
