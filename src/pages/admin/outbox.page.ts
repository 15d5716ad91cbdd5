/** Outbox: emails that Parley stores instead of sending if no mail server is configured. */

import { t } from '../../core/languages/message.ts'
import { listKeptMail } from '../../features/platform/mail/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { empty, heading } from '../components/layout.ts'
import { pageAsked, pager } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { adminPage } from './shared.ts'

const OUTBOX = '/admin/outbox'

type Message = Awaited<ReturnType<typeof listMail>>['data'][number]
const listMail = (req: PageRequest) => req.run(listKeptMail, { page: pageAsked(req) })

export const outboxPage = adminPage({
  path: OUTBOX,
  navigation: {
    group: 'data',
    label: t('Sent email'),
    role: 'ADMIN',
    words: t('Outbox of invitations and sign-in links'),
  },
  async show(req) {
    const { data, meta, isSent } = await listMail(req)
    const base = req.ctx.publicUrl()
    const body = isSent
      ? empty(t('Emails are sent'), t('A mail server is configured, so Parley sends emails and stores none here.'))
      : data.length === 0
        ? empty(t('No emails yet'), t('Invitations, sign-in links and shared presentations appear here.'))
        : html`${data.map((message) => letter(req, base, message))}${pager(req, meta)}`
    return {
      title: t('Sent email'),
      body: html`${isSent ? heading(t('Sent email')) : heading(t('Sent email'), { words: explain() })}
${body}`,
    }
  },
})

const explain = (): Html =>
  html`No mail server is configured (<code>SMTP_URL</code>), so Parley stores emails in the data folder instead of sending them. A sign-in link or invitation in an email signs you in as its recipient.`

const letter = (req: PageRequest, base: string, { at, to, subject, text }: Message): Html =>
  html`<article class="card admin-mail">
<header><h2 dir="auto">${subject}</h2><p class="soft">${renderTimestamp(req, at)}</p></header>
<p>To <bdi>${to}</bdi></p>
<div class="admin-text" dir="auto">${withLinks(text, base)}</div>
</article>`

/** Turns URLs of this installation into links. Other URLs stay text. */
function withLinks(text: string, base: string): Html[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part) => {
    if (!part.startsWith(`${base}/`)) return html`${part}`
    return html`<a href="${part.slice(base.length)}">${part}</a>`
  })
}
