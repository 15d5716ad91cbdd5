/** Pages outside the app, such as sign-in and consent. They work without scripts. */
import type { FastifyReply } from 'fastify'
import { type BrowserScript, headLinks, toAssetUrl } from './assets.ts'
import { type Html, html } from './html.ts'
import { pageHeaders } from './page-headers.ts'

export interface HtmlPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * @param given `forms`: origins that forms can redirect to, in addition to this one; `none` for a page without forms.
 * `player`: script of a page that plays a recording
 */
export function createPage(
  status: number,
  title: string,
  body: Html,
  given: {
    forms?: 'none' | readonly string[]
    footer?: string
    narrow?: boolean
    player?: BrowserScript | undefined
  } = {},
): HtmlPage {
  const { forms = [], footer = 'Parley', narrow = true, player } = given
  const formAction = forms === 'none' ? "'none'" : ["'self'", ...forms].join(' ')
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${headLinks()}${player !== undefined && html`\n<script type="module" src="${toAssetUrl(player)}"></script>`}
</head>
<body class="outside">
<main class="${narrow ? 'narrow' : 'wide'}">
${body}
<footer>${footer}</footer>
</main>
</body>
</html>
`
  return {
    status,
    headers: pageHeaders(player === undefined ? 'plain' : 'player', formAction),
    body: document.text,
  }
}

/** Page with a title and a message. */
export const createNoticePage = (status: number, title: string, words: string, more: Html = html``): HtmlPage =>
  createPage(status, title, html`<h1>${title}</h1>\n<p class="when">${words}</p>${more}`)

export const sendPage = (reply: FastifyReply, { status, headers, body }: HtmlPage): FastifyReply =>
  reply.status(status).headers(headers).send(body)
