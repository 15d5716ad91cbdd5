/** Legal holds, which prevent erasure and redaction. */

import { type Text, t } from '../../core/languages/message.ts'
import { createLegalHold, deleteLegalHold, listLegalHolds } from '../../features/conversations/legal-holds/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, form, formMenu, selectField, textAreaField, textField } from '../components/form.ts'
import { badge, empty, heading } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { dayOf } from '../components/times.ts'
import { HOLDS, privacyTabs } from './privacy-tabs.ts'
import { adminPage, findUserByEmail } from './shared.ts'

type LegalHoldEntry = Awaited<ReturnType<typeof listHolds>>['data'][number]
const listHolds = (req: PageRequest) => req.run(listLegalHolds, {})

export const holdsPage = adminPage({
  path: HOLDS,
  async show(req) {
    const isAll = req.query.get('released') === 'true'
    const { data, meta } = await req.run(listLegalHolds, {
      page: pageAsked(req),
      released: isAll ? 'true' : 'false',
    })
    const name = await createNameLookup(
      req,
      data.flatMap((hold) => [hold.custodianUUID, hold.createdByUUID]),
    )
    return {
      title: t('Legal holds'),
      body: html`${heading(t('Legal holds'), { words: t('A legal hold prevents permanent deletion and redaction of the calls it covers, including calls added later.'), tabs: privacyTabs(HOLDS), actions: formMenu(t('New legal hold'), create(req), { open: req.attempt !== undefined }) })}
<p class="admin-toggle"><a href="${withQuery(HOLDS, { released: isAll ? undefined : 'true' })}">${isAll ? t('Hide released holds') : t('Show released holds')}</a></p>
${data.length === 0 ? empty(t('No legal holds'), t('Use a legal hold to preserve the calls of a user or an email address. To preserve one call, open the settings of that call.')) : table<LegalHoldEntry>(data, columns(req, name), { caption: t('Legal holds') })}
${pager(req, meta)}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const reason = fields.text('reason')
      const email = fields.text('email').trim()
      if (fields.text('of') === 'address') await req.run(createLegalHold, { participantEmail: email, reason })
      else await req.run(createLegalHold, { custodianUUID: (await findUserByEmail(req, email)).uuid, reason })
      return redirectTo(HOLDS, t('Legal hold created'))
    },
    release: async (req, fields) => {
      await req.run(deleteLegalHold, { id: fields.text('key') })
      return redirectTo(HOLDS, t('Legal hold released. You can still see it under released holds.'))
    },
  },
})

const create = (req: PageRequest): Html =>
  form(
    req,
    { page: HOLDS, action: 'create', button: t('Create legal hold'), pointers: { '/participantEmail': 'email' } },
    (fill) => [
      textField(fill, { name: 'email', label: t('Email address'), required: true, max: 320 }),
      selectField(fill, {
        ...{ name: 'of', label: t('Covers'), value: 'address' },
        choices: [
          { value: 'address', label: t('Calls with this email address as a participant') },
          { value: 'user', label: t('Calls that the user with this email address owns or took part in') },
        ],
      }),
      textAreaField(fill, {
        name: 'reason',
        label: t('Reason'),
        rows: 2,
        required: true,
        max: 2_000,
        help: t('For example, the name of the legal matter.'),
      }),
    ],
  )

const columns = (req: PageRequest, name: (id: string | null) => Text) => [
  {
    title: t('Covers'),
    cell: ({ conversationUUID, custodianUUID, participantEmail }: LegalHoldEntry) => {
      if (conversationUUID !== null) return html`<a href="/conversations/${conversationUUID}">One call</a>`
      if (custodianUUID !== null)
        return html`User <a href="/admin/people/${custodianUUID}"><bdi>${name(custodianUUID)}</bdi></a>`
      return html`<bdi>${participantEmail ?? ''}</bdi>`
    },
  },
  {
    title: t('Reason'),
    cell: ({ reason }: LegalHoldEntry) => html`<span class="admin-text" dir="auto">${reason}</span>`,
  },
  {
    title: t('Created'),
    cell: ({ createdAt, createdByUUID }: LegalHoldEntry) =>
      html`${dayOf(req, createdAt)}<br><span class="soft">by <bdi>${name(createdByUUID)}</bdi></span>`,
  },
  {
    title: t('Status'),
    cell: ({ releasedAt }: LegalHoldEntry) =>
      releasedAt === null ? badge(t('Active'), 'good') : html`${badge(t('Released'))} ${dayOf(req, releasedAt)}`,
  },
  {
    title: t('Actions', 'column'),
    kind: 'actions' as const,
    cell: ({ uuid, releasedAt }: LegalHoldEntry) =>
      releasedAt === null
        ? actionButton(req, {
            ...{ page: HOLDS, action: 'release', key: uuid, button: t('Release hold') },
            confirm: t(
              'Release this legal hold? The calls it covers can be permanently deleted or redacted again, unless another hold covers them.',
            ),
          })
        : html``,
  },
]
