/** Layout of all app pages: sidebar, second column of the settings, tab bar of phones, and confirmations. */

import { currentLanguage } from '../../core/languages/current.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { appLinks, headLinks, toAssetUrl } from './assets.ts'
import type { PageRequest, View } from './define-page.ts'
import { attribute, type Html, html } from './html.ts'
import { icon } from './icons.ts'
import { browserMessages } from './languages/browser-messages.ts'
import {
  findEntry,
  findPlaces,
  groupSettings,
  HOME,
  isPlace,
  type NavigationItem,
  PLACES,
  SETTINGS_PATH,
  TABS_MAX,
  visibleTo,
} from './navigation.ts'
import { palette } from './palette.ts'

/** Scripts of all pages. */
const SCRIPTS = [
  'inbound/web/enhance.browser.ts',
  'inbound/web/page.browser.ts',
  'inbound/web/palette.browser.ts',
] as const

const SAVE_BAR = 'inbound/web/save-bar.browser.ts' as const

/** Data of the user in the sidebar. */
export interface Sidebar {
  /** Saved views of the call list. */
  readonly views: readonly { readonly label: string; readonly path: string }[]
  /** Number of new entries in the inbox. Undefined without an inbox. */
  readonly unread?: number
}

export const ROLE_LABELS = { ADMIN: t('Admin'), MANAGER: t('Manager'), SALES_REP: t('Member') } as const

export function shell(given: {
  readonly req: PageRequest
  readonly view: View
  readonly navigation: readonly NavigationItem[]
  readonly sidebar: Sidebar
  /** Confirmation of the previous action. */
  readonly said: string | undefined
}): Html {
  const { req, view, sidebar, said } = given
  const entries = visibleTo(given.navigation, req.user.role)
  const here = findEntry(req.path, entries)
  const isSettings = here === undefined ? req.path.split('?', 1)[0] === SETTINGS_PATH : !isPlace(here.group)
  const scripts = [...SCRIPTS, ...(isSettings ? [SAVE_BAR] : []), ...(view.scripts ?? [])]
  return html`<!doctype html>
<html lang="${currentLanguage()}"${attribute('data-theme', req.theme)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${view.title} · Parley</title>
${headLinks()}${browserMessages()}
${appLinks()}
${scripts.map((script) => html`<script type="module" src="${toAssetUrl(script)}"></script>`)}
</head>
<body class="app${isSettings ? ' with-second' : ''}">
<a class="skip" href="#main">Skip to content</a>
<header class="side">
<a class="brand" href="${HOME}"><img src="${toAssetUrl('parley.svg')}" alt="" width="22" height="22"><span>Parley</span></a>
<a class="jump" href="/search" data-palette>${icon('search')}<span>Search or jump to</span><kbd aria-hidden="true" data-shortcut="K">Ctrl K</kbd></a>
<nav class="places" aria-label="Main">${renderPlaces(req, entries, here, sidebar)}
<ul class="foot"><li><a href="${SETTINGS_PATH}"${attribute('aria-current', isSettings ? (here === undefined ? 'page' : 'true') : undefined)}>${icon('settings')}<span>Settings</span></a></li></ul></nav>
<details class="menu account"><summary class="me"><span class="unseen">Your account</span><span class="avatar large" aria-hidden="true">${toInitials(req.user.name)}</span><span><bdi>${req.user.name}</bdi><bdi class="meta">${ROLE_LABELS[req.user.role]} · ${req.user.organizationName}</bdi></span>${icon('updown')}</summary>
<div class="drop up start">${renderAccount(req)}</div></details>
</header>
${isSettings && renderSecond(entries, here, here === undefined ? (req.query.get('q') ?? '').trim() : '')}
<main id="main" tabindex="-1">
<p class="said" role="status" aria-live="polite"${attribute('data-empty', said === undefined ? '' : undefined)}>${said ?? ''}</p>
${isSettings && here !== undefined && html`<p class="up"><a href="${SETTINGS_PATH}">${icon('back')}Settings</a></p>`}
${view.body}
</main>
${renderTabBar(req, entries, here, isSettings, sidebar)}
${palette(req.formToken)}
</body>
</html>
`
}

const currentAt = (item: NavigationItem, here: NavigationItem | undefined, req: PageRequest) =>
  item.path === here?.path ? 'page' : here?.group === item.group && req.path !== item.path ? 'true' : undefined

const renderCount = (place: string, { unread = 0 }: Sidebar): Html | false =>
  place === 'inbox' && unread > 0 && html`<span class="count">${unread}<span class="unseen"> new</span></span>`

function renderPlaces(
  req: PageRequest,
  entries: readonly NavigationItem[],
  here: NavigationItem | undefined,
  sidebar: Sidebar,
): Html {
  const view = sidebar.views.find(({ path }) => path === req.path)
  const places = findPlaces(entries).map((item) => {
    const current = currentAt(item, here, req)
    return html`<li><a href="${item.path}"${attribute('aria-current', view === undefined ? current : current && 'true')}>${icon(PLACES[item.group])}<span>${PLACE_LABELS[item.group] ?? item.label}</span>${renderCount(item.group, sidebar)}</a></li>`
  })
  const views = sidebar.views.map(
    ({ label, path }) =>
      html`<li><a href="${path}"${attribute('aria-current', path === view?.path ? 'page' : undefined)}><span><bdi>${label}</bdi></span></a></li>`,
  )
  return html`<ul>${places}</ul>${views.length > 0 && html`<h2>Views</h2><ul class="view">${views}</ul>`}`
}

/** Names of places with several pages. Other places have the name of their page. */
export const PLACE_LABELS: Readonly<Record<string, Message>> = {
  inbox: t('Inbox'),
  search: t('Search & Ask'),
  library: t('Library'),
  reports: t('Reports'),
}

const renderAccount = (req: PageRequest): Html =>
  html`<p><b><bdi>${req.user.name}</bdi></b><br><span class="meta"><bdi>${req.user.email}</bdi></span></p>
<a href="/account">${icon('people')}Profile</a>
<a href="/v2/docs">${icon('key')}API reference</a>
<div class="segmented" role="group" aria-label="Appearance" data-appearance hidden><button type="button" value="">System</button><button type="button" value="light">Light</button><button type="button" value="dark">Dark</button></div>
<hr>
<form method="post" action="/sign-out">${req.formToken}<button class="plain">${icon('out')}Sign out</button></form>`

/** @param words of the search on the overview of the settings */
const renderSecond = (entries: readonly NavigationItem[], here: NavigationItem | undefined, words: string): Html =>
  html`<nav class="second" aria-label="Settings"><b>Settings</b>
<form action="${SETTINGS_PATH}" role="search"><input type="search" name="q" value="${words}" aria-label="Find a setting" placeholder="Find a setting" autocomplete="off" maxlength="100" data-filter=".second"></form>
${groupSettings(entries).map(
  ([heading, items]) =>
    html`<section><h2>${heading}</h2><ul>${items.map(
      (item) =>
        html`<li${attribute('data-words', item.words)}><a href="${item.path}"${attribute('aria-current', item.path === here?.path ? 'page' : undefined)}>${item.label}</a></li>`,
    )}</ul></section>`,
)}
<p class="none meta" hidden>No setting matches.</p></nav>`

function renderTabBar(
  req: PageRequest,
  entries: readonly NavigationItem[],
  here: NavigationItem | undefined,
  isSettings: boolean,
  sidebar: Sidebar,
): Html {
  const places = findPlaces(entries)
  const isMore = isSettings || places.slice(TABS_MAX).some(({ group }) => group === here?.group)
  const link = (item: (typeof places)[number], label: Text) =>
    html`<a href="${item.path}"${attribute('aria-current', currentAt(item, here, req))}>${icon(PLACES[item.group])}<span>${label}</span>${renderCount(item.group, sidebar)}</a>`
  return html`<nav class="tabbar" aria-label="Main on phones">${places.slice(0, TABS_MAX).map((item) => link(item, item.label))}
<details class="menu"${attribute('data-here', isMore ? '' : undefined)}><summary>${icon('menu')}<span>More</span></summary><div class="drop">
${places.slice(TABS_MAX).map((item) => link(item, PLACE_LABELS[item.group] ?? item.label))}
${sidebar.views.map(({ label, path }) => html`<a href="${path}">${icon('filter')}<bdi>${label}</bdi></a>`)}
<a href="${SETTINGS_PATH}">${icon('settings')}Settings</a>
<hr>${renderAccount(req)}</div></details></nav>`
}

/** Initials of a name: `Alice Baker` → AB. For an email address, the first letter. */
export const toInitials = (name: string): string =>
  name
    .split('@', 1)[0]
    ?.split(/\s+/u)
    .filter((_, index, words) => index === 0 || index === words.length - 1)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('') ?? ''
