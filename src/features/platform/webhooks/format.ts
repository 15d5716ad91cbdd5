/** Formats of webhooks: events for programs, or posts for channels of Slack and Microsoft Teams. */
import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { checkOutsideAddress } from '../../../core/external-url.ts'
import { type Message, t } from '../../../core/languages/message.ts'
import type { PublicFetch } from '../../../core/public-fetch.ts'
import type { EventType } from './events.ts'

export const webhookFormat = z.enum(['events', 'slack', 'teams'])
export type WebhookFormat = z.output<typeof webhookFormat>
export type ChatFormat = Exclude<WebhookFormat, 'events'>

/** Event types that a channel can show, with their fixed words. Each concerns one conversation. */
export const CHAT_WORDS = {
  'conversation.analyzed': t('Call analyzed'),
  'conversation.failed': t('Call analysis failed'),
  'comment.created': t('New comment on a call'),
  'comment.resolved': t('Comment thread resolved'),
  'snippet.created': t('New clip of a call'),
} as const satisfies Partial<Record<EventType, Message>>
export type ChatEventType = keyof typeof CHAT_WORDS
export const CHAT_EVENT_TYPES = Object.keys(CHAT_WORDS) as readonly ChatEventType[]

export const isChatEventType = (type: string): type is ChatEventType => Object.hasOwn(CHAT_WORDS, type)

interface ChatService {
  readonly name: string
  /** Hosts of incoming webhooks. A leading dot matches all subdomains. */
  readonly hosts: readonly string[]
}

export const CHAT_SERVICES: Readonly<Record<ChatFormat, ChatService>> = {
  slack: { name: 'Slack', hosts: ['hooks.slack.com', 'hooks.slack-gov.com'] },
  teams: {
    name: 'Microsoft Teams',
    hosts: ['.webhook.office.com', '.logic.azure.com', '.environment.api.powerplatform.com'],
  },
}

const isHostAllowed = (hostname: string, hosts: readonly string[]): boolean =>
  hosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host))

/**
 * Checks the address of a webhook. Posts go only to the hosts of their service, or over http to private addresses that
 * the operator allows, such as a gateway.
 * @throws AppError `validation_failed` at `/url`
 */
export async function checkAddress(fetchPublic: PublicFetch, format: WebhookFormat, url: string): Promise<void> {
  const { protocol, hostname, port } = new URL(url)
  if (format !== 'events' && protocol === 'https:') {
    const { name, hosts } = CHAT_SERVICES[format]
    if (port !== '' || !isHostAllowed(hostname, hosts)) {
      const allowed = hosts.map((host) => (host.startsWith('.') ? `*${host}` : host)).join(', ')
      throw invalid({
        pointer: '/url',
        detail: `\`url\` is not an incoming webhook of ${name}. Allowed hosts are ${allowed}. Copy the address from ${name}.`,
      })
    }
  }
  await checkOutsideAddress(fetchPublic, url)
}

/** @throws AppError `validation_failed` at `/event_types` if a channel can't show one of the types */
export function checkEventTypes(format: WebhookFormat, types: readonly EventType[] | null): void {
  const other = format === 'events' ? undefined : types?.find((type) => !isChatEventType(type))
  if (other === undefined) return
  throw invalid({
    pointer: '/event_types',
    detail: `A channel can't show the event type \`${other}\`. Allowed are ${CHAT_EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}.`,
  })
}

/** Address without its secret path, for lists and logs. */
export const hideSecretPath = (url: string): string => `${new URL(url).origin}/…`
