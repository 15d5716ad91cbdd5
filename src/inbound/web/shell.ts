/** Layout of all app pages: navigation, header and confirmations. */

import { addressOf, headLinks } from './assets.ts'
import type { AnyPage, Navigation, NavigationGroup, View, Visit } from './define-page.ts'
import { attribute, type Html, html } from './html.ts'
import { icon } from './icons.ts'

type Place = Navigation & Pick<AnyPage, 'path'>

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
  readonly visit: Visit
  readonly view: View
  readonly navigation: readonly Place[]
  /** Confirmation of the previous action. */
  readonly said: string | undefined
}): Html {
  const { visit, view, navigation, said } = given
  const { person } = visit
  const scripts = [...SCRIPTS, ...(view.scripts ?? [])]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view.title} · Parley</title>
${headLinks()}
${scripts.map((script) => html`<script type="module" src="${addressOf(script)}"></script>`)}
</head>
<body class="app">
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<details class="menu">
<summary aria-label="Menu">${icon('menu')}</summary>
<nav aria-label="Menu">${placesOf(visit, navigation)}</nav>
</details>
<a class="brand" href="/conversations"><img src="${addressOf('parley.svg')}" alt="" width="24" height="24"><span>Parley</span></a>
<form class="find" action="/search" role="search">
<input type="search" name="q" aria-label="Search calls" placeholder="Search calls" autocomplete="off" maxlength="400">
</form>
<details class="account">
<summary><span class="initials" aria-hidden="true">${initialsOf(person.name)}</span><span class="unseen">Your account</span></summary>
<div class="drop">
<p><b><bdi>${person.name}</bdi></b><br><bdi>${person.email}</bdi><br><bdi>${person.organizationName}</bdi></p>
<a href="/account">Account settings</a>
<a href="/connect">Connect an assistant</a>
<a href="/v2/docs">API reference</a>
<form method="post" action="/sign-out">${visit.formToken}<button class="plain">Sign out</button></form>
</div>
</details>
</header>
<nav class="side" aria-label="Main">${placesOf(visit, navigation)}</nav>
<main id="main" tabindex="-1">
<p class="said" role="status" aria-live="polite"${attribute('data-empty', said === undefined ? '' : undefined)}>${said ?? ''}</p>
${view.body}
</main>
</body>
</html>
`
}

function placesOf({ path, person }: Visit, navigation: readonly Place[]): readonly Html[] {
  const here = nearest(path, navigation)
  return GROUPS.map(([group, heading]) => {
    const places = navigation.filter((place) => place.group === group && (place.role ?? person.role) === person.role)
    if (places.length === 0) return html``
    const items = places.map(
      (place) =>
        html`<li><a href="${place.path}"${attribute('aria-current', place === here ? 'page' : undefined)}>${icon(place.icon)}<span>${place.label}</span></a></li>`,
    )
    return html`${heading !== undefined && html`<h2>${heading}</h2>`}<ul>${items}</ul>`
  })
}

/** Navigation entry of a path: `/decks/1` belongs to `/decks`. */
function nearest(path: string, navigation: readonly Place[]): Place | undefined {
  const [asked = ''] = path.split('?', 1)
  return navigation
    .filter((place) => asked === place.path || asked.startsWith(`${place.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

/** Initials of a name: `Alice Baker` → AB. For an email address, the first letter. */
export const initialsOf = (name: string): string =>
  name
    .split('@', 1)[0]
    ?.split(/\s+/u)
    .filter((_, index, words) => index === 0 || index === words.length - 1)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('') ?? ''
