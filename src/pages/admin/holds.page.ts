/** Legal holds: what must not go, whatever else says so. */
import { createLegalHold, deleteLegalHold, listLegalHolds } from '../../features/legal-holds/index.ts'
import { goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, areaField, disclosure, form, selectField, textField } from '../kit/form.ts'
import { badge, empty, heading } from '../kit/layout.ts'
import { namesOf } from '../kit/people.ts'
import { pageAsked, pager, table, withQuery } from '../kit/table.ts'
import { dayOf } from '../kit/times.ts'
import { HOLDS, privacyTabs } from './privacy-tabs.ts'
import { adminPage, userOf } from './shared.ts'

type Hold = Awaited<ReturnType<typeof holdsAsked>>['data'][number]
const holdsAsked = (visit: Visit) => visit.ask(listLegalHolds, {})

export const holdsPage = adminPage({
  path: HOLDS,
  async show(visit) {
    const isAll = visit.query.get('released') === 'true'
    const { data, meta } = await visit.ask(listLegalHolds, {
      page: pageAsked(visit),
      released: isAll ? 'true' : 'false',
    })
    const name = await namesOf(
      visit,
      data.flatMap((hold) => [hold.custodianUUID, hold.createdByUUID]),
    )
    return {
      title: 'Legal holds',
      body: html`${heading('Legal holds', { words: 'While one is on, nobody erases or masks what it keeps, also not what comes later.' })}
${privacyTabs(HOLDS)}
${disclosure('New hold', create(visit), visit.attempt !== undefined)}
<p class="admin-toggle"><a href="${withQuery(HOLDS, { released: isAll ? undefined : 'true' })}">${isAll ? 'Hide released holds' : 'Show released holds'}</a></p>
${data.length === 0 ? empty('No holds', 'A hold on one conversation is put on in its settings; one on a person or an address here.') : table<Hold>(data, columns(visit, name), { caption: 'Legal holds' })}
${pager(visit, meta)}`,
    }
  },
  actions: {
    create: async (visit, fields) => {
      const reason = fields.text('reason')
      const email = fields.text('email').trim()
      if (fields.text('of') === 'address') await visit.ask(createLegalHold, { participantEmail: email, reason })
      else await visit.ask(createLegalHold, { custodianUUID: (await userOf(visit, email)).uuid, reason })
      return goTo(HOLDS, 'The hold is on.')
    },
    release: async (visit, fields) => {
      await visit.ask(deleteLegalHold, { id: fields.text('key') })
      return goTo(HOLDS, 'The hold is released. It stays in the list of released ones.')
    },
  },
})

const create = (visit: Visit): Html =>
  form(
    visit,
    { page: HOLDS, action: 'create', button: 'Put the hold on', pointers: { '/participantEmail': 'email' } },
    (fill) => [
      textField(fill, { name: 'email', label: 'E-mail address', required: true, max: 320 }),
      selectField(fill, {
        ...{ name: 'of', label: 'It keeps', value: 'address' },
        choices: [
          { value: 'address', label: 'What this address took part in' },
          { value: 'user', label: 'What this user of ours owns or took part in' },
        ],
      }),
      areaField(fill, {
        name: 'reason',
        label: 'Reason',
        rows: 2,
        required: true,
        max: 2_000,
        help: 'Such as the matter it is for.',
      }),
    ],
  )

const columns = (visit: Visit, name: (id: string | null) => string) => [
  {
    title: 'Keeps',
    cell: ({ conversationUUID, custodianUUID, participantEmail }: Hold) => {
      if (conversationUUID !== null) return html`<a href="/conversations/${conversationUUID}">One conversation</a>`
      if (custodianUUID !== null)
        return html`Of <a href="/admin/people/${custodianUUID}"><bdi>${name(custodianUUID)}</bdi></a>`
      return html`<bdi>${participantEmail ?? ''}</bdi>`
    },
  },
  { title: 'Reason', cell: ({ reason }: Hold) => html`<span class="admin-text" dir="auto">${reason}</span>` },
  {
    title: 'Since',
    cell: ({ createdAt, createdByUUID }: Hold) =>
      html`${dayOf(visit, createdAt)}<br><span class="soft">by <bdi>${name(createdByUUID)}</bdi></span>`,
  },
  {
    title: 'State',
    cell: ({ releasedAt }: Hold) =>
      releasedAt === null ? badge('On', 'good') : html`${badge('Released')} ${dayOf(visit, releasedAt)}`,
  },
  {
    title: 'Actions',
    kind: 'actions' as const,
    cell: ({ uuid, releasedAt }: Hold) =>
      releasedAt === null
        ? actionButton(visit, {
            ...{ page: HOLDS, action: 'release', key: uuid, button: 'Release' },
            confirm: 'Release this hold? What nothing else keeps may go from then on.',
          })
        : html``,
  },
]
