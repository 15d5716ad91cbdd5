/**
 * The page behind a share link, for people: rendered here, without a script and without anything from elsewhere. Whoever
 * has the link may open it, so it shows nothing that was not handed in, and tells nobody that it was opened. What is for
 * people inside leads them into the app, once they have signed in.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { clockTime } from '../../core/clock-time.ts'
import { cookieOf, SESSION_COOKIE } from './forms.ts'
import { type Html, html } from './html.ts'
import { type Page, pageOf, sendPage } from './page.ts'
import { seeOther, signInFor } from './sign-in-pages.ts'

export interface SharedPage {
  readonly id: string
  /** Who looks sees it in the app too. */
  readonly seenInside: boolean
  readonly internal: boolean
  readonly title: string
  /** ISO 8601. */
  readonly date: string
  /** Seconds from the start of the recording. */
  readonly start: number
  readonly end: number
  readonly lines: readonly { readonly speaker: string; readonly text: string; readonly start: number | null }[]
}

interface ShareParts<Viewer> {
  readonly open: (
    code: string,
    asked: { readonly isView: boolean; readonly viewer?: Viewer | undefined },
  ) => Promise<SharedPage | 'sign_in_needed' | undefined>
  readonly visitor: (token: string | undefined) => Promise<Viewer | undefined>
  /** False for a network that has opened very many: somebody who tries codes. */
  readonly mayOpen: (address: string) => Promise<boolean>
}

const insideOf = (id: string) => `/clips/${id}`
const RETRY_SECONDS = 3_600

export function mountSharePage<Viewer>(server: FastifyInstance, { open, visitor, mayOpen }: ShareParts<Viewer>): void {
  server.get<{ Params: { code: string } }>('/s/:code', async (request, reply) => {
    if (!(await mayOpen(request.ip))) return sendTooMany(reply)
    const viewer = await visitor(cookieOf(request, SESSION_COOKIE))
    // Asking with HEAD whether a page is there is no view of it.
    const shown = await open(request.params.code, { isView: request.method === 'GET', viewer })
    if (shown === undefined) {
      return sendPage(reply, notice(404, 'Nothing here', 'This link opens nothing, or no longer.'))
    }
    if (shown === 'sign_in_needed') return seeOther(reply, signInFor(request.url))
    if (shown.internal) return seeOther(reply, insideOf(shown.id))
    return sendPage(reply, page(200, shown.title, clip(shown)))
  })
}

/** The same for every kind of link, and whether or not this one opens something. */
export const sendTooMany = (reply: FastifyReply): FastifyReply =>
  sendPage(
    reply.header('retry-after', RETRY_SECONDS),
    notice(429, 'Too many links', 'Too many links were opened from here. Please wait an hour.'),
  )

const page = (status: number, title: string, body: Html): Page =>
  pageOf(status, title, body, { forms: 'none', footer: 'Shared with Parley', narrow: false })

const notice = (status: number, title: string, words: string): Page =>
  page(status, title, html`<h1>${title}</h1>\n<p class="when">${words}</p>`)

function clip({ id, seenInside, title, date, start, end, lines }: SharedPage): Html {
  const when = html`<time datetime="${date}">${longDate(date)}</time> · <span>${clockTime(start)}–${clockTime(end)}</span>`
  const said =
    lines.length === 0
      ? html`<p class="none">There is no transcript of this clip.</p>`
      : html`<ol>\n${lines.map(line)}</ol>`
  const inside = seenInside && html`\n<p class="aside"><a href="${insideOf(id)}">Open it in Parley</a></p>`
  return html`<h1 dir="auto">${title}</h1>\n<p class="when">${when}</p>\n${said}${inside}`
}

const line = ({ speaker, text, start }: SharedPage['lines'][number]): Html =>
  html`<li><p class="who">${who(speaker, start)}</p><p dir="auto">${text}</p></li>\n`

const who = (speaker: string, start: number | null): Html => {
  const name = html`<bdi>${speaker === '' ? 'Unknown speaker' : speaker}</bdi>`
  return start === null ? name : html`${name} <span class="at">${clockTime(start)}</span>`
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const longDate = (iso: string) => dates.format(new Date(iso))
