/**
 * The page behind a share link, for people: rendered here, without a script and without anything from elsewhere. Whoever
 * has the link may open it, so it shows nothing that was not handed in, and tells nobody that it was opened.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { clockTime } from '../../core/clock-time.ts'
import { Html, html } from './html.ts'

export interface SharedPage {
  readonly title: string
  /** ISO 8601. */
  readonly date: string
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
  readonly lines: readonly { readonly speaker: string; readonly text: string; readonly start: number | null }[]
}

type OpenPage = (code: string, isView: boolean) => Promise<SharedPage | 'sign_in_needed' | undefined>

const STYLE = `:root{color-scheme:light dark;--ink:#1c2024;--soft:#5c6670;--rule:#dfe3e8;--ground:#fff;--mark:#0b5cad}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3acb5;--rule:#33393f;--ground:#16191c;--mark:#7fb8f0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:42rem;margin:0 auto;padding:clamp(1.5rem,6vw,4rem) 1.25rem;overflow-wrap:anywhere}
h1{font-size:1.625rem;line-height:1.25;margin:0 0 .5rem;text-wrap:balance}
p{margin:0}
.when{color:var(--soft)}
.when span{white-space:nowrap}
ol{list-style:none;margin:2rem 0 0;padding:1.75rem 0 0;border-top:1px solid var(--rule)}
li{margin:0 0 1.25rem}
.who{font-size:.9375rem;font-weight:600;color:var(--mark)}
.at{font-weight:400;color:var(--soft);font-variant-numeric:tabular-nums}
.none{margin-top:2rem;padding-top:1.75rem;border-top:1px solid var(--rule);color:var(--soft)}
footer{margin-top:3rem;font-size:.875rem;color:var(--soft)}`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Nothing may be loaded, run, framed or sent; of styles only the one above. No engine lists it, no click tells of it. */
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
}

export function mountSharePage(server: FastifyInstance, open: OpenPage): void {
  server.get<{ Params: { code: string } }>('/s/:code', async (request, reply) => {
    // Asking with HEAD whether a page is there is no view of it.
    const shown = await open(request.params.code, request.method === 'GET')
    if (shown === undefined) return send(reply, 404, notice('Nothing here', 'This link opens nothing, or no longer.'))
    if (shown === 'sign_in_needed') {
      const words = 'This clip is for people of the organization it belongs to. It opens for those who have signed in.'
      return send(reply, 401, notice('Signing in is needed', words))
    }
    return send(reply, 200, page(shown.title, clip(shown)))
  })
}

function send(reply: FastifyReply, status: number, body: Html): FastifyReply {
  return reply.status(status).headers(HEADERS).type('text/html; charset=utf-8').send(body.text)
}

const page = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${body}
<footer>Shared with Parley</footer>
</main>
</body>
</html>
`

const notice = (title: string, words: string): Html =>
  page(title, html`<h1>${title}</h1>\n<p class="when">${words}</p>`)

function clip({ title, date, start, end, lines }: SharedPage): Html {
  const when = html`<time datetime="${date}">${longDate(date)}</time> · <span>${clockTime(start)}–${clockTime(end)}</span>`
  const said =
    lines.length === 0
      ? html`<p class="none">There is no transcript of this clip.</p>`
      : html`<ol>\n${lines.map(line)}</ol>`
  return html`<h1 dir="auto">${title}</h1>\n<p class="when">${when}</p>\n${said}`
}

const line = ({ speaker, text, start }: SharedPage['lines'][number]): Html =>
  html`<li><p class="who">${who(speaker, start)}</p><p dir="auto">${text}</p></li>\n`

const who = (speaker: string, start: number | null): Html => {
  const name = html`<bdi>${speaker === '' ? 'Unknown speaker' : speaker}</bdi>`
  return start === null ? name : html`${name} <span class="at">${clockTime(start)}</span>`
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const longDate = (iso: string) => dates.format(new Date(iso))
