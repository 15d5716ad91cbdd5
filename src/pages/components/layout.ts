/** Layout components: headings, cards, fact lists, tabs, empty states. */

import { type Text, t } from '../../core/languages/message.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { emptyStrip } from '../../inbound/web/empty-strip.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { findEntry, type NavigationPlace, visibleTo } from '../../inbound/web/navigation.ts'

export interface TrailStep {
  readonly label: Text
  readonly path: string
}

/** @param given `trail`: breadcrumb; `words`: introduction; `actions`: buttons and links at the right; `tabs`: pages of the same place */
export const heading = (
  title: Html | Text,
  given: {
    trail?: readonly TrailStep[]
    words?: Html | Text
    actions?: Html | readonly Html[] | false
    tabs?: Html
  } = {},
): Html => {
  const { trail = [], words, actions } = given
  return html`<header class="heading">
<div>
${trail.length > 0 && html`<nav class="trail" aria-label="Breadcrumb">${trail.map(({ label, path }) => html`<a href="${path}"><bdi>${label}</bdi></a>`)}</nav>`}
<h1 dir="auto">${title}</h1>
</div>
${actions !== undefined && actions !== false && html`<div class="actions">${actions}</div>`}
</header>
${given.tabs}${words !== undefined && html`<p class="intro">${words}</p>`}`
}

/** @param given `id`: target of links, and of forms that update the card. `count`: number of things in it */
export const card = (
  title: Text,
  body: Html | readonly Html[],
  given: { id?: string; count?: number; actions?: Html | readonly Html[] } = {},
): Html =>
  html`<section class="card"${attribute('id', given.id)}>
<header><h2>${title}${given.count !== undefined && html` <span class="meta">${given.count}</span>`}</h2>${given.actions !== undefined && html`<div class="actions">${given.actions}</div>`}</header>
${body}
</section>`

/** Empty state: title, one sentence about the benefit, and an optional button. */
export const empty = (title: Text, words: Html | Text, action?: Html): Html =>
  html`<div class="empty">${emptyStrip()}<h2>${title}</h2><p>${words}</p>${action}</div>`

export const facts = (pairs: readonly (readonly [name: Text, value: Html | Text])[]): Html =>
  html`<dl class="facts">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

export const linkButton = (
  path: string,
  label: Text,
  given: { icon?: string; kind?: 'primary' | 'plain' } = {},
): Html =>
  html`<a class="button${given.kind === 'primary' ? ' primary' : ''}" href="${path}">${given.icon !== undefined && icon(given.icon)}${label}</a>`

/** Tabs. @param here path of the current tab */
export const tabs = (label: Text, places: readonly TrailStep[], here: string): Html =>
  html`<nav class="tabs" aria-label="${label}">${places.map(
    (place) =>
      html`<a href="${place.path}"${attribute('aria-current', place.path === here ? 'page' : undefined)}>${place.label}</a>`,
  )}</nav>`

/** Tabs of the pages of one place, such as clips, folders and presentations. */
export function placeTabs(
  req: Pick<PageRequest, 'navigation' | 'path' | 'user'>,
  label: Text,
  place: NavigationPlace,
): Html {
  const places = visibleTo(req.navigation, req.user.role).filter(({ group }) => group === place)
  return tabs(label, places, findEntry(req.path, places)?.path ?? '')
}

/** Choice between few views of the same page. @param here path of the current one */
export const segmented = (label: Text, places: readonly TrailStep[], here: string): Html =>
  html`<nav class="segmented" aria-label="${label}">${places.map(
    (place) =>
      html`<a href="${place.path}"${attribute('aria-current', place.path === here ? 'page' : undefined)}>${place.label}</a>`,
  )}</nav>`

export type Tone = 'good' | 'bad' | 'open' | 'quiet'

/** Classes of tags by tone. */
const TONES: Readonly<Record<Tone, string>> = { good: ' good', bad: ' bad', open: ' warn', quiet: '' }

/** Status label. */
export const badge = (label: Text, tone: Tone = 'quiet'): Html => html`<span class="tag${TONES[tone]}">${label}</span>`

/** @param given `path`: page that the chip links to; `remove`: URL of the list without this filter */
export const chip = (label: Html | Text, given: { path?: string; remove?: string } = {}): Html => {
  const words =
    given.path === undefined ? html`<bdi>${label}</bdi>` : html`<a href="${given.path}"><bdi>${label}</bdi></a>`
  const away =
    given.remove !== undefined && html`<a class="away" href="${given.remove}" aria-label="Remove">${icon('close')}</a>`
  return html`<span class="chip">${words}${away}</span>`
}
export const chips = (items: readonly Html[]): Html => html`<div class="chips">${items}</div>`

/** Quote with speaker and time. @param given `path`: position in the call */
export const quote = (
  text: string,
  given: { speaker?: Text | undefined; at?: Text | undefined; path?: string | undefined } = {},
): Html => {
  const { speaker, at, path } = given
  const who = [speaker, at].filter((part) => part !== undefined && part !== '').join(', ')
  const words =
    path === undefined
      ? html`<bdi>${who}</bdi>`
      : html`<a href="${path}"><bdi>${who === '' ? t('View in call') : who}</bdi></a>`
  return html`<blockquote><p dir="auto">${text}</p>${(who !== '' || path !== undefined) && html`<footer>${words}</footer>`}</blockquote>`
}
