/**
 * The page behind a share link, for people: rendered here, without a script and without anything from elsewhere. Whoever
 * has the link may open it, so it shows nothing that was not handed in, and tells nobody that it was opened.
 */
import type { FastifyInstance } from 'fastify'
import { clockTime } from '../../core/clock-time.ts'
import { type Html, html } from './html.ts'
import { type Page, pageOf, sendPage } from './page.ts'

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

export function mountSharePage(server: FastifyInstance, open: OpenPage): void {
  server.get<{ Params: { code: string } }>('/s/:code', async (request, reply) => {
    // Asking with HEAD whether a page is there is no view of it.
    const shown = await open(request.params.code, request.method === 'GET')
    if (shown === undefined) {
      return sendPage(reply, notice(404, 'Nothing here', 'This link opens nothing, or no longer.'))
    }
    if (shown === 'sign_in_needed') {
      const words = 'This clip is for people of the organization it belongs to. It opens for those who have signed in.'
      return sendPage(reply, notice(401, 'Signing in is needed', words))
    }
    return sendPage(reply, page(200, shown.title, clip(shown)))
  })
}

const page = (status: number, title: string, body: Html): Page =>
  pageOf(status, title, body, { forms: 'none', footer: 'Shared with Parley', narrow: false })

const notice = (status: number, title: string, words: string): Page =>
  page(status, title, html`<h1>${title}</h1>\n<p class="when">${words}</p>`)

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
