/** Names of operations and items of the audit log, in the words of the app. The API has names of its own for some. */
import { type Message, type Text, t } from '../../core/languages/message.ts'

const WORDS = new Map(
  `api:API crm:CRM saml:SAML scim:SCIM oauth:OAuth put:save conversation:call conversations:calls snippet:clip snippets:clips
  deck:presentation decks:presentations`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
)

const ITEMS: Readonly<Record<string, Message>> = {
  conversation: t('call'),
  snippet: t('clip'),
  deck: t('presentation'),
  'deleted entries': t('deleted entries'),
  'deleted up to': t('deleted up to'),
  'kept days': t('kept days'),
}

const inAppWords = (words: string): string =>
  words
    .split(' ')
    .map((word) => WORDS.get(word) ?? word)
    .join(' ')
    .replaceAll(/\bsign in\b/g, 'sign-in')

/** Name of an item type: `snippet` → `clip`, `api key` → `API key`. */
export const nameItem = (type: string): Text => ITEMS[type] ?? inAppWords(type)

/** Name of an operation ID: `updateConversationTitle` → `Update call title`. */
export function nameOperation(operation: string): string {
  const words = inAppWords(operation.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  // The verb is two words only at the start.
  const name = words.replace(/^sign-in\b/, 'sign in')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
