/** Layout of all app pages: navigation, header and confirmations. */

import { headLinks, toAssetUrl } from './assets.ts'
import type { AnyPage, Navigation, NavigationGroup, PageRequest, View } from './define-page.ts'
import { attribute, type Html, html } from './html.ts'
import { icon } from './icons.ts'

type NavigationItem = Navigation & Pick<AnyPage, 'path'>

/** Sections of the navigation in display order, with headings. */
const GROUPS: readonly (readonly [group: NavigationGroup, heading: string | undefined])[] = [
  ['calls', undefined],
  ['team', 'Team'],
  ['setup', 'Analysis settings'],
  ['admin', 'Admin'],
]

/** Scripts of all pages. */
const SCRIPTS = ['inbound/web/enhance.browser.ts', 'inbound/web/page.browser.ts'] as const

export function shell(given: {
  readonly req: PageRequest
  readonly view: View
  readonly navigation: readonly NavigationItem[]
  /** Confirmation of the previous action. */
  readonly said: string | undefined
}): Html {
  const { req, view, navigation, said } = given
  const { user } = req
  const scripts = [...SCRIPTS, ...(view.scripts ?? [])]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view.title} · Parley</title>
${headLinks()}
${scripts.map((script) => html`<script type="module" src="${toAssetUrl(script)}"></script>`)}
</head>
<body class="app">
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<details class="menu">
<summary aria-label="Menu">${icon('menu')}</summary>
<nav aria-label="Menu">${renderNavigation(req, navigation)}</nav>
</details>
<a class="brand" href="/conversations"><img src="${toAssetUrl('parley.svg')}" alt="" width="24" height="24"><span>Parley</span></a>
<form class="find" action="/search" role="search">
<input type="search" name="q" aria-label="Search calls" placeholder="Search calls" autocomplete="off" maxlength="400">
</form>
<details class="account">
<summary><span class="initials" aria-hidden="true">${toInitials(user.name)}</span><span class="unseen">Your account</span></summary>
<div class="drop">
<p><b><bdi>${user.name}</bdi></b><br><bdi>${user.email}</bdi><br><bdi>${user.organizationName}</bdi></p>
<a href="/account">Account settings</a>
<a href="/connect">Connect an assistant</a>
<a href="/v2/docs">API reference</a>
<form method="post" action="/sign-out">${req.formToken}<button class="plain">Sign out</button></form>
</div>
</details>
</header>
<nav class="side" aria-label="Main">${renderNavigation(req, navigation)}</nav>
<main id="main" tabindex="-1">
<p class="said" role="status" aria-live="polite"${attribute('data-empty', said === undefined ? '' : undefined)}>${said ?? ''}</p>
${view.body}
</main>
</body>
</html>
`
}

function renderNavigation({ path, user }: PageRequest, navigation: readonly NavigationItem[]): readonly Html[] {
  const here = nearest(path, navigation)
  return GROUPS.map(([group, heading]) => {
    const places = navigation.filter((place) => place.group === group && (place.role ?? user.role) === user.role)
    if (places.length === 0) return html``
    const items = places.map(
      (place) =>
        html`<li><a href="${place.path}"${attribute('aria-current', place === here ? 'page' : undefined)}>${icon(place.icon)}<span>${place.label}</span></a></li>`,
    )
    return html`${heading !== undefined && html`<h2>${heading}</h2>`}<ul>${items}</ul>`
  })
}

/** Navigation entry of a path: `/decks/1` belongs to `/decks`. */
function nearest(path: string, navigation: readonly NavigationItem[]): NavigationItem | undefined {
  const [asked = ''] = path.split('?', 1)
  return navigation
    .filter((place) => asked === place.path || asked.startsWith(`${place.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

/** Initials of a name: `Alice Baker` → AB. For an email address, the first letter. */
export const toInitials = (name: string): string =>
  name
    .split('@', 1)[0]
    ?.split(/\s+/u)
    .filter((_, index, words) => index === 0 || index === words.length - 1)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('') ?? ''
