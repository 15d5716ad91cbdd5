/** Shared parts of the pages of channels: labels, and the fields of a channel. */

import { currentLanguage, isLanguage, LANGUAGES } from '../../core/languages/current.ts'
import { type Message, t } from '../../core/languages/message.ts'
import {
  CHAT_EVENT_TYPES,
  CHAT_SERVICES,
  type ChatEventType,
  type ChatFormat,
  type listWebhooks,
} from '../../features/platform/webhooks/index.ts'
import type { AnswerOf, Fields } from '../../inbound/web/define-page.ts'
import type { Html } from '../../inbound/web/html.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import { type Choice, checksField, type Fill, selectField, textField } from '../components/form.ts'

export const CHAT = '/admin/chat'
export const CHAT_TRAIL = [{ label: t('Slack and Teams'), path: CHAT }]

export type Webhook = AnswerOf<typeof listWebhooks>['data'][number]
export type Channel = Webhook & { readonly format: ChatFormat }
export const isChannel = (webhook: Webhook): webhook is Channel => webhook.format !== 'events'

export const serviceName = (format: ChatFormat): string => CHAT_SERVICES[format].name

const EVENTS: Readonly<Record<ChatEventType, Message>> = {
  'conversation.analyzed': t('A call is analyzed'),
  'conversation.failed': t('The analysis of a call fails'),
  'comment.created': t('Somebody comments on a call'),
  'comment.resolved': t('A comment thread is resolved'),
  'snippet.created': t('Somebody creates a clip'),
}

const PLACEHOLDERS: Readonly<Record<ChatFormat, string>> = {
  slack: 'https://hooks.slack.com/services/…',
  teams: 'https://….environment.api.powerplatform.com/…',
}

/** Fields of a channel. The stored address is never shown, so its field is empty. */
export const channelFields = (
  fill: Fill,
  given: { format: ChatFormat; teams: readonly Choice[]; id: string; channel?: Channel },
): readonly Html[] => {
  const { format, teams, id, channel } = given
  return [
    textField(fill, {
      ...{ name: 'url', label: t('Webhook address'), id: `${id}-url`, type: 'url', placeholder: PLACEHOLDERS[format] },
      ...(channel === undefined ? { required: true } : { help: t('Leave it empty to keep the present address.') }),
      max: 2_048,
    }),
    textField(fill, {
      ...{
        name: 'description',
        label: t('Channel name'),
        id: `${id}-description`,
        value: channel?.description,
        max: 500,
      },
      placeholder: '#sales-calls',
    }),
    selectField(fill, {
      ...{ name: 'team_id', label: t('Who reads the channel'), id: `${id}-team`, choices: teams },
      ...{ none: t('Everybody in the organization'), value: channel?.team_id ?? '' },
      help: t('Parley posts a call only if all these people can see it. Private calls are never posted.'),
    }),
    selectField(fill, {
      ...{ name: 'language', label: t('Language of the posts'), id: `${id}-language` },
      ...{ choices: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })) },
      value: channel?.language ?? currentLanguage(),
    }),
    checksField(fill, {
      ...{ name: 'event_types', label: t('Post when (select none to post all of these)') },
      chosen: channel?.event_types ?? [],
      choices: CHAT_EVENT_TYPES.map((type) => ({ value: type, label: EVENTS[type] })),
    }),
  ]
}

/** Values of the form. An empty address keeps the present one. */
export function channelIn(fields: Fields) {
  const language = fields.optional('language')
  if (language !== undefined && !isLanguage(language)) throw notAsSent('language')
  const types = fields.all('event_types') as ChatEventType[]
  const url = fields.text('url').trim()
  return {
    ...(url === '' ? {} : { url }),
    description: fields.text('description'),
    team_id: fields.optional('team_id') ?? null,
    ...(language === undefined ? {} : { language }),
    event_types: types.length === 0 ? null : types,
  }
}
