/** Mail that was written instead of being sent, so that links can be followed where there is no mail server. */
import { listKeptMail } from '../../features/mail/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { empty, heading } from '../kit/layout.ts'
import { pageAsked, pager } from '../kit/table.ts'
import { momentOf } from '../kit/times.ts'
import { adminPage } from './shared.ts'

const OUTBOX = '/admin/outbox'

type Message = Awaited<ReturnType<typeof asked>>['data'][number]
const asked = (visit: Visit) => visit.ask(listKeptMail, { page: pageAsked(visit) })

export const outboxPage = adminPage({
  path: OUTBOX,
  navigation: { group: 'admin', label: 'Mail', icon: 'mail', role: 'ADMIN' },
  async show(visit) {
    const { data, meta, isSent } = await asked(visit)
    const base = visit.ctx.publicUrl()
    const body = isSent
      ? empty('Mail is sent', 'A mail server is set up, so nothing is kept here.')
      : data.length === 0
        ? empty('No mail yet', 'Invitations, links to sign in and shared decks stand here when they are written.')
        : html`${data.map((message) => letter(visit, base, message))}${pager(visit, meta)}`
    return {
      title: 'Mail',
      body: html`${isSent ? heading('Mail') : heading('Mail', { words: WORDS })}
${body}`,
    }
  },
})

const WORDS = html`There is no mail server (<code>SMTP_URL</code>), so mail lies in the data folder. Whoever follows a link in it acts as the person it was written to.`

const letter = (visit: Visit, base: string, { at, to, subject, text }: Message): Html =>
  html`<article class="card admin-mail">
<header><h2 dir="auto">${subject}</h2><p class="soft">${momentOf(visit, at)}</p></header>
<p>To <bdi>${to}</bdi></p>
<div class="admin-text" dir="auto">${withLinks(text, base)}</div>
</article>`

/** Links to us alone: others stand as they were written. */
function withLinks(text: string, base: string): Html[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part) => {
    if (!part.startsWith(`${base}/`)) return html`${part}`
    return html`<a href="${part.slice(base.length)}">${part}</a>`
  })
}
