/** Pages outside the app, such as sign-in and consent. They work without scripts, except for passkeys. */
import type { FastifyReply } from 'fastify'
import { currentLanguage } from '../../core/languages/current.ts'
import type { Text } from '../../core/languages/message.ts'
import { type BrowserScript, headLinks, toAssetUrl } from './assets.ts'
import { type Html, html } from './html.ts'
import { browserMessages } from './languages/browser-messages.ts'
import { pageHeaders } from './page-headers.ts'
import { withCode } from './with-code.ts'

/** Mark of the product inside the page, because pages outside the app load no pictures. Same shapes as in `parley.svg`. */
const BRAND_MARK = html`<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><path d="M5 4h22a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H15l-7 6v-6H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z" fill="#4740cf"/><path d="M10 11v6M16 8.5v11M22 12v4" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`

export interface HtmlPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * @param given `forms`: origins that forms can redirect to, in addition to this one; `none` for a page without forms.
 * `footer`: words below the page, in place of the brand above it.
 * `player`: script of a page that plays a recording; `script`: script of a page without recordings
 */
export function createPage(
  status: number,
  title: Text,
  body: Html,
  given: {
    forms?: 'none' | readonly string[]
    footer?: Text
    narrow?: boolean
    player?: BrowserScript | undefined
    script?: BrowserScript
  } = {},
): HtmlPage {
  const { forms = [], footer, narrow = true, player, script = player } = given
  const formAction = forms === 'none' ? "'none'" : ["'self'", ...forms].join(' ')
  const document = html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${headLinks()}${script !== undefined && html`${browserMessages()}\n<script type="module" src="${toAssetUrl(script)}"></script>`}
</head>
<body class="outside">
<main class="${narrow ? 'narrow' : 'wide'}">
${footer === undefined && html`<p class="brand">${BRAND_MARK}<span>Parley</span></p>`}
${body}
${footer !== undefined && html`<footer>${footer}</footer>\n`}</main>
</body>
</html>
`
  const kind = player !== undefined ? 'player' : script !== undefined ? 'script' : 'plain'
  return {
    status,
    headers: pageHeaders(kind, formAction),
    body: document.text,
  }
}

/** Page with a title and a message. */
export const createNoticePage = (status: number, title: Text, words: Text, more: Html = html``): HtmlPage =>
  createPage(status, title, html`<h1>${title}</h1>\n<p class="when">${withCode(words)}</p>${more}`)

export const sendPage = (reply: FastifyReply, { status, headers, body }: HtmlPage): FastifyReply =>
  reply.status(status).headers(headers).send(body)

/** Redirects with status 303. @param path path without a host */
export const redirectSeeOther = (reply: FastifyReply, path: string): FastifyReply =>
  reply.status(303).headers({ location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()
