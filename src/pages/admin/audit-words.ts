/** Names of operations and items of the audit log, in the words of the app. The API has names of its own for some. */
import { compareText } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { ITEM_NAMES } from './audit-items.ts'
import { AUDITED_OPERATIONS } from './audit-operations.ts'

const WORDS = new Map(
  `api:API crm:CRM saml:SAML scim:SCIM oauth:OAuth conversation:call conversations:calls snippet:clip snippets:clips
  deck:presentation decks:presentations`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
)

const inAppWords = (words: string): string =>
  words
    .split(' ')
    .map((word) => WORDS.get(word) ?? word)
    .join(' ')
    .replaceAll(/\bsign in\b/g, 'sign-in')

const ITEMS: ReadonlyMap<string, Message> = new Map(ITEM_NAMES.map((message) => [message.key, message]))

/** Name of an item type: `snippet` → `clip`, `api key` → `API key`. An unknown type keeps its English name. */
export function nameItem(type: string): Text {
  const words = inAppWords(type)
  return ITEMS.get(words) ?? words
}

/** Names of operations by their verb: the first word of the ID. */
const VERBS: Readonly<Record<string, (item: Text) => Message>> = {
  add: (item) => t`Add ${item}`,
  apply: (item) => t`Apply ${item}`,
  archive: (item) => t`Archive ${item}`,
  confirm: (item) => t`Confirm ${item}`,
  connect: (item) => t`Connect ${item}`,
  correct: (item) => t`Correct ${item}`,
  create: (item) => t`Create ${item}`,
  delete: (item) => t`Delete ${item}`,
  dismiss: (item) => t`Dismiss ${item}`,
  erase: (item) => t`Erase ${item}`,
  finish: (item) => t`Finish ${item}`,
  import: (item) => t`Import ${item}`,
  link: (item) => t`Link ${item}`,
  merge: (item) => t`Merge ${item}`,
  put: (item) => t`Save ${item}`,
  reactivate: (item) => t`Reactivate ${item}`,
  reanalyze: (item) => t`Reanalyze ${item}`,
  redact: (item) => t`Redact ${item}`,
  redeliver: (item) => t`Redeliver ${item}`,
  reject: (item) => t`Reject ${item}`,
  remove: (item) => t`Remove ${item}`,
  replace: (item) => t`Replace ${item}`,
  replay: (item) => t`Replay ${item}`,
  reset: (item) => t`Reset ${item}`,
  restore: (item) => t`Restore ${item}`,
  retry: (item) => t`Retry ${item}`,
  revoke: (item) => t`Revoke ${item}`,
  rotate: (item) => t`Rotate ${item}`,
  set: (item) => t`Set ${item}`,
  split: (item) => t`Split ${item}`,
  start: (item) => t`Start ${item}`,
  sync: (item) => t`Sync ${item}`,
  test: (item) => t`Test ${item}`,
  trigger: (item) => t`Trigger ${item}`,
  undo: (item) => t`Undo ${item}`,
  update: (item) => t`Update ${item}`,
  upload: (item) => t`Upload ${item}`,
  upsert: (item) => t`Save ${item}`,
  use: (item) => t`Use ${item}`,
}

/** Names that don't consist of a verb and an item. */
const NAMES: Readonly<Record<string, Message>> = {
  acceptInvitation: t('Accept invitation'),
  markNotificationsRead: t('Mark notifications as read'),
  signIn: t('Sign in'),
  signOut: t('Sign out'),
  takeOverPublicLinks: t('Take over public links'),
}

/** Name of an operation ID: `updateConversationTitle` → `Update call title`. Unknown words are English. */
export function nameOperation(operation: string): Text {
  const { name, words } = splitOperation(operation)
  if (name !== undefined) return name
  const english = inAppWords(words)
  return english.charAt(0).toUpperCase() + english.slice(1)
}

/**
 * Names of the operations that entries can have, in the language of the page, by ID. Operations with the same name, as in
 * languages without plural forms, have their ID in brackets.
 */
function listOperationNames(): [id: string, name: string][] {
  const groups = Map.groupBy(AUDITED_OPERATIONS, (id) => String(nameOperation(id)))
  return [...groups].flatMap(([name, ids]) =>
    ids.map((id): [string, string] => [id, ids.length === 1 ? name : `${name} (${id})`]),
  )
}

/** Choices of the filter by operation, in alphabetical order. */
export const listOperationChoices = (): string[] =>
  listOperationNames()
    .map(([, name]) => name)
    .toSorted(compareText)

/** ID of the operation with this name, regardless of case. Other text is returned unchanged: it can be an ID. */
export function findOperation(text: string): string {
  const folded = text.toLowerCase()
  return listOperationNames().find(([, name]) => name.toLowerCase() === folded)?.[0] ?? text
}

/** Name of an operation for the filter, which finds the operation again. Unknown text is returned unchanged. */
export const showOperation = (text: string): string => listOperationNames().find(([id]) => id === text)?.[1] ?? text

/** Whether all words of the name of an operation can be translated. */
export function isTranslatedOperation(operation: string): boolean {
  const { name, item } = splitOperation(operation)
  return name !== undefined && (item === undefined || ITEMS.has(inAppWords(item)))
}

/** Name of an operation, undefined with an unknown verb, and its item in the words of the API. */
function splitOperation(operation: string): { words: string; name?: Message; item?: string } {
  const words = operation.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const whole = NAMES[operation]
  if (whole !== undefined) return { words, name: whole }
  const [verb = '', ...rest] = words.split(' ')
  const render = VERBS[verb]
  if (render === undefined || rest.length === 0) return { words }
  const item = rest.join(' ')
  return { words, name: render(nameItem(item)), item }
}
