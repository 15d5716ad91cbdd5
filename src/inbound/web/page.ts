/** What all pages for people have in common: rendered here, without a script and without anything from elsewhere. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Html, html } from './html.ts'

const STYLE = `:root{color-scheme:light dark;--ink:#1c2024;--soft:#5c6670;--rule:#dfe3e8;--ground:#fff;--mark:#0b5cad;--on-mark:#fff;--field:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3acb5;--rule:#33393f;--ground:#16191c;--mark:#7fb8f0;--on-mark:#10202f;--field:#1f2327}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:42rem;margin:0 auto;padding:clamp(1.5rem,6vw,4rem) 1.25rem;overflow-wrap:anywhere}
main.narrow{max-width:28rem}
h1{font-size:1.625rem;line-height:1.25;margin:0 0 .5rem;text-wrap:balance}
p{margin:0}
.when{color:var(--soft)}
.when span{white-space:nowrap}
ol{list-style:none;margin:2rem 0 0;padding:1.75rem 0 0;border-top:1px solid var(--rule)}
ol li{margin:0 0 1.25rem}
.who{font-size:.9375rem;font-weight:600;color:var(--mark)}
.at{font-weight:400;color:var(--soft);font-variant-numeric:tabular-nums}
.none{margin-top:2rem;padding-top:1.75rem;border-top:1px solid var(--rule);color:var(--soft)}
form{margin-top:1.75rem}
label{display:block;font-size:.9375rem;font-weight:600;margin-bottom:.375rem}
input[type=email]{width:100%;padding:.625rem .75rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--soft);border-radius:.5rem}
button{width:100%;margin-top:1rem;padding:.6875rem 1rem;font:inherit;font-weight:600;color:var(--on-mark);background:var(--mark);border:1px solid var(--mark);border-radius:.5rem;cursor:pointer}
button.plain{color:var(--ink);background:transparent;border-color:var(--soft)}
button.link{width:auto;margin:0;padding:0;font-weight:400;color:var(--mark);background:none;border:0;text-decoration:underline}
:is(button,input,a):focus-visible{outline:3px solid var(--mark);outline-offset:2px}
.choice{display:flex;flex-direction:row-reverse;gap:.75rem}
.choice button{flex:1}
ul{margin:.5rem 0 0;padding-left:1.25rem}
dl{margin:1.75rem 0 0;padding:1.25rem 0 0;border-top:1px solid var(--rule)}
dt{font-size:.875rem;color:var(--soft)}
dd{margin:0 0 1rem}
.notice{margin-top:1rem}
.aside{margin-top:1.25rem;font-size:.9375rem;color:var(--soft)}
a{color:var(--mark)}
footer{margin-top:3rem;font-size:.875rem;color:var(--soft)}`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/**
 * Nothing may be loaded, run or framed; of styles only the one above. No engine lists it, no click tells of it.
 * @param formAction where forms may be sent, and lead on to
 */
const headers = (formAction: string) => ({
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
})

export interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** @param given `forms`: sources that forms may lead to beside our own; `none` for a page without forms */
export function pageOf(
  status: number,
  title: string,
  body: Html,
  given: { forms?: 'none' | readonly string[]; footer?: string; narrow?: boolean } = {},
): Page {
  const { forms = [], footer = 'Parley', narrow = true } = given
  const formAction = forms === 'none' ? "'none'" : ["'self'", ...forms].join(' ')
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main class="${narrow ? 'narrow' : 'wide'}">
${body}
<footer>${footer}</footer>
</main>
</body>
</html>
`
  return {
    status,
    headers: { ...headers(formAction), 'content-type': 'text/html; charset=utf-8' },
    body: document.text,
  }
}

/** A page that only says something. */
export const noticeOf = (status: number, title: string, words: string, more: Html = html``): Page =>
  pageOf(status, title, html`<h1>${title}</h1>\n<p class="when">${words}</p>${more}`)

export const sendPage = (reply: FastifyReply, { status, headers, body }: Page): FastifyReply =>
  reply.status(status).headers(headers).send(body)
