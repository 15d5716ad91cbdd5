/** Actions of the command palette: pages that start a task, the color scheme, and the language. Each role sees its own. */

import { currentLanguage, LANGUAGES } from '../../core/languages/current.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { KEYS } from '../admin/access-tabs.ts'
import { INVITATIONS } from '../admin/people-tabs.ts'
import { SOURCES } from '../admin/sources-shared.ts'

export interface PaletteAction {
  readonly label: Text
  /** Page of the action. For a change without a page, the page with the same setting. */
  readonly path: string
  readonly icon: string
  /** Subject of the action, which the words of the user can match too. */
  readonly about?: Text
  /** Role that can do it. Defaults to all roles. */
  readonly role?: 'ADMIN'
  /** Color scheme to use, or an empty text for the one of the system. */
  readonly theme?: string
  /** Tag of the language to use. */
  readonly language?: string
}

/** Actions that need no object. Each path opens its form. */
const ACTIONS: readonly PaletteAction[] = [
  {
    ...{ label: t('Import call'), path: '/conversations/import', icon: 'plus' },
    about: t('Upload a recording or transcript'),
  },
  { label: t('Record a call'), path: '/conversations/record', icon: 'record' },
  { label: t('Create clip folder'), path: '/library?new', icon: 'folder' },
  { label: t('Create presentation'), path: '/decks/new', icon: 'deck' },
  { label: t('Ask a question'), path: '/search/ask', icon: 'spark' },
  { label: t('Invite person'), path: `${INVITATIONS}?new`, icon: 'people', role: 'ADMIN' },
  { label: t('Connect call source'), path: SOURCES, icon: 'integration', role: 'ADMIN' },
  { label: t('Connect assistant'), path: '/connect', icon: 'spark' },
  { label: t('Create API key'), path: `${KEYS}?new`, icon: 'key', role: 'ADMIN' },
]

const SCHEMES: readonly PaletteAction[] = [
  { label: t('Use dark appearance'), path: '/account', icon: 'settings', theme: 'dark' },
  { label: t('Use light appearance'), path: '/account', icon: 'settings', theme: 'light' },
  { label: t('Use appearance of the system'), path: '/account', icon: 'settings', theme: '' },
]

const LANGUAGE_PATH = '/account#language'

/** Actions whose words contain the words of the user. Without words, one entry for all languages. */
export function findActions(req: PageRequest, words: string): readonly PaletteAction[] {
  const languages =
    words === '' ? [{ label: t('Change language'), path: LANGUAGE_PATH, icon: 'language' }] : listLanguages()
  const asked = words.toLowerCase()
  return [assignCoaching(req.query.get('at') ?? ''), ...ACTIONS, ...SCHEMES, ...languages].filter(
    ({ label, about = '', role = req.user.role }) =>
      role === req.user.role && `${label} ${about}`.toLowerCase().includes(asked),
  )
}

/** The page of a call has its form. On other pages, the user chooses a call first. */
function assignCoaching(path: string): PaletteAction {
  const [, call] = /^\/conversations\/([0-9a-f-]{36})(?:\/|$)/.exec(path) ?? []
  const action = { label: t('Assign coaching'), icon: 'people' }
  return call === undefined
    ? { ...action, path: '/conversations', about: t('Choose a call first') }
    : { ...action, path: `/conversations/${call}/coaching`, about: t('About this call') }
}

const listLanguages = (): readonly PaletteAction[] =>
  Object.entries(LANGUAGES)
    .filter(([tag]) => tag !== currentLanguage())
    .map(([language, label]) => ({
      ...{ label, path: LANGUAGE_PATH, icon: 'language', about: CHANGE_LANGUAGE, language },
    }))

const CHANGE_LANGUAGE: Message = t('Change language')
