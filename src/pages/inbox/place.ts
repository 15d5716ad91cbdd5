/** Address of the inbox: its tab, its page and the selected notification. */
import { type Message, t } from '../../core/languages/message.ts'
import type { Fields, PageRequest } from '../../inbound/web/define-page.ts'
import { pageAsked } from '../components/table.ts'

export const INBOX = '/inbox'

const LABELS = { all: t('All'), mentions: t('Mentions'), done: t('Done') } as const satisfies Record<string, Message>
export type InboxTab = keyof typeof LABELS

export interface InboxPlace {
  readonly tab: InboxTab
  /** Page of the list, from 1. */
  readonly page: string
  /** ID of the selected notification. Undefined: the first one. */
  readonly item?: string | undefined
  /** Whether the user opened the notification. Phones show an opened one instead of the list. */
  readonly isOpen: boolean
}

const findTab = (given: string | null): InboxTab =>
  given !== null && Object.hasOwn(LABELS, given) ? (given as InboxTab) : 'all'

/** Reads the place from the address, or from a form that was rejected. */
export function readPlace(req: PageRequest): InboxPlace {
  if (req.attempt !== undefined) return readPlaceOfForm(req.attempt.fields)
  const { query } = req
  const item = query.get('item') ?? undefined
  return {
    ...{ tab: findTab(query.get('tab')), page: pageAsked(req), isOpen: item !== undefined },
    item: item ?? query.get('near') ?? undefined,
  }
}

export function readPlaceOfForm(fields: Fields): InboxPlace {
  const page = pageAsked({ query: new URLSearchParams({ page: fields.text('page') }) })
  return { tab: findTab(fields.text('tab')), page, item: fields.optional('item'), isOpen: true }
}

export function toInboxPath({ tab, page, item, isOpen }: InboxPlace): string {
  const query = new URLSearchParams({
    ...(tab === 'all' ? {} : { tab }),
    ...(page === '1' ? {} : { page }),
    ...(item === undefined ? {} : { [isOpen ? 'item' : 'near']: item }),
  }).toString()
  return query === '' ? INBOX : `${INBOX}?${query}`
}

/** Fields of a form of a selected notification. */
export const toPlaceFields = ({ tab, page, item = '' }: InboxPlace): Readonly<Record<string, string>> => ({
  ...{ tab, page, item },
})

/** Tabs of the list, with their labels. */
export const inboxTabs = (): { label: Message; path: string }[] =>
  Object.entries(LABELS).map(([tab, label]) => ({
    label,
    path: toInboxPath({ tab: tab as InboxTab, page: '1', isOpen: false }),
  }))
