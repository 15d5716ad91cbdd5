/** Layout of the API reference. It looks like the app and requires no sign-in. */
import { type BrowserScript, headLinks, toAssetUrl } from '../../inbound/web/assets.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import type { Family } from './description.ts'

export const DOCS_PATH = '/v2/docs'
const SCRIPTS: readonly BrowserScript[] = ['inbound/web/page.browser.ts', 'inbound/web/palette.browser.ts', 'pages/api-docs/api-docs.browser.ts']

export function frame(given: {
  readonly title: string
  readonly body: Html
  readonly families: readonly Family[]
  /** Slug of the current group. */
  readonly here?: string
  readonly asked?: string
}): string {
  const { title, body, families, here, asked = '' } = given
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Parley</title>
${headLinks()}
${SCRIPTS.map((script) => html`<script type="module" src="${toAssetUrl(script)}"></script>`)}
</head>
<body class="app api-docs">
<a class="skip" href="#main">Skip to content</a>
<div class="docs-side">
<a class="brand" href="${DOCS_PATH}"><img src="${toAssetUrl('parley.svg')}" alt="" width="22" height="22">Parley API</a>
<form class="find" action="${DOCS_PATH}" role="search">
<input type="search" name="q" value="${asked}" aria-label="Search operations" placeholder="Search operations" autocomplete="off" maxlength="200">
</form>
<nav aria-label="API groups"><details class="docs-groups" open><summary>API groups</summary>${renderGroups(families, here)}</details></nav>
<a class="docs-app" href="/">Open app</a>
</div>
<main id="main" tabindex="-1">
${body}
</main>
</body>
</html>
`.text
}

const renderGroups = (families: readonly Family[], here: string | undefined): Html =>
  html`<ul><li><a href="${DOCS_PATH}"${attribute('aria-current', here === undefined ? 'page' : undefined)}>Overview</a></li>${families.map(
    ({ name, slug, operations }) =>
      html`<li><a href="${DOCS_PATH}/${slug}"${attribute('aria-current', slug === here ? 'page' : undefined)}><span>${name}</span><span class="soft">${operations.length}</span></a></li>`,
  )}</ul>`
