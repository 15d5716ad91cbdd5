/** Places of the main navigation, groups of the settings, and the entries that pages declare for them. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import type { Role } from '../../core/principal.ts'

/** Places of the main navigation in display order, with their icons. The first page of a place is its link. */
export const PLACES = {
  home: 'home',
  inbox: 'inbox',
  calls: 'calls',
  search: 'search',
  deals: 'deal',
  library: 'library',
  reports: 'report',
} as const

/** Groups of the settings in display order, with their headings. */
export const SETTINGS_GROUPS = {
  you: t('You'),
  workspace: t('Workspace'),
  analysis: t('Analysis'),
  connections: t('Connections'),
  data: t('Data'),
} as const

export type NavigationPlace = keyof typeof PLACES
export type SettingsGroup = keyof typeof SETTINGS_GROUPS

/** Start page of the app. */
export const HOME = '/home'
/** Page on which users set up their second factor: the only one for users who must set up one first. */
export const SECOND_FACTOR_PATH = '/account/second-factor'
/** Path of the overview of the settings. */
export const SETTINGS_PATH = '/settings'
/** Maximum number of pages in the tab bar of phones, next to the menu with the others. */
export const TABS_MAX = 4

export interface Navigation {
  readonly group: NavigationPlace | SettingsGroup
  readonly label: Text
  /** Content of a settings page, for the overview and its search. */
  readonly words?: Text
  /** Role that sees the entry. Defaults to all roles. */
  readonly role?: 'ADMIN'
}

export type NavigationItem = Navigation & { readonly path: string }

/** Entries that a role can see. */
export const visibleTo = (items: readonly NavigationItem[], role: Role): readonly NavigationItem[] =>
  items.filter((item) => (item.role ?? role) === role)

/** Entry of a path: `/decks/1` belongs to `/decks`. */
export function findEntry(path: string, items: readonly NavigationItem[]): NavigationItem | undefined {
  const [asked = ''] = path.split('?', 1)
  return items
    .filter((item) => asked === item.path || asked.startsWith(`${item.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

export const isPlace = (group: Navigation['group']): group is NavigationPlace => Object.hasOwn(PLACES, group)

/** First entry of each place. */
export const findPlaces = (
  items: readonly NavigationItem[],
): readonly (NavigationItem & { readonly group: NavigationPlace })[] =>
  Object.keys(PLACES).flatMap((place) => {
    const first = items.find(({ group }) => group === place)
    return first === undefined ? [] : [{ ...first, group: place as NavigationPlace }]
  })

/** Entries of the settings by group. Groups without entries are left out. */
export const groupSettings = (
  items: readonly NavigationItem[],
): readonly (readonly [heading: Message, entries: readonly NavigationItem[]])[] =>
  Object.entries(SETTINGS_GROUPS).flatMap(([group, heading]) => {
    const entries = items.filter((item) => item.group === group)
    return entries.length === 0 ? [] : [[heading, entries] as const]
  })
