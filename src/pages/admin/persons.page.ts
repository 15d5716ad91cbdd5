/** What is held about somebody, and taking them out of everything. */
import { invalid } from '../../core/errors.ts'
import { listAuditEntries } from '../../features/audit/index.ts'
import { createPersonErasure, getPerson, getPersonErasure } from '../../features/privacy/index.ts'
import { goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { areaField, form, selectField, textField } from '../kit/form.ts'
import { badge, card, facts, heading } from '../kit/layout.ts'
import { table } from '../kit/table.ts'
import { dayOf, momentOf } from '../kit/times.ts'
import { RUN_STATES } from './privacy.page.ts'
import { countsTold, PERSONS, privacyTabs } from './privacy-tabs.ts'
import { adminPage, filterForm, linesIn, listed, NO_ATTEMPT, nameOf, plural } from './shared.ts'

type Person = Awaited<ReturnType<typeof personAsked>>
const personAsked = (visit: Visit, email: string, names: string) => visit.ask(getPerson, { email, names })

export const personsPage = adminPage({
  path: PERSONS,
  async show(visit) {
    // A form that was refused tells whom it was about.
    const email = (visit.attempt?.fields.text('email') ?? visit.query.get('email') ?? '').trim()
    const names =
      visit.attempt === undefined ? (visit.query.get('names') ?? '') : askable(visit.attempt.fields.text('names'))
    const [found, erasures] = await Promise.all([
      email === '' ? undefined : listed(personAsked(visit, email, names)),
      visit.ask(listAuditEntries, { operation: 'createPersonErasure', size: '20' }),
    ])
    return {
      title: 'Erase a person',
      body: html`${heading('Erase a person', { words: 'Look up what is held about somebody, and take them out of all of it.' })}
${privacyTabs(PERSONS)}
${filterForm(PERSONS, [
  textField(NO_ATTEMPT, {
    name: 'email',
    label: 'Their e-mail address',
    type: 'email',
    value: email,
    required: true,
    max: 320,
  }),
  textField(NO_ATTEMPT, {
    name: 'names',
    label: 'Their names, commas between',
    id: 'field-names-asked',
    value: names,
    max: 2_000,
  }),
])}
${found !== undefined && ('refused' in found ? found.refused : person(visit, found, names))}
${erasures.data.length > 0 && card('Erasures so far', past(visit, erasures.data))}`,
    }
  },
  actions: {
    erase: async (visit, fields) => {
      const email = fields.text('email').trim()
      if (fields.text('again').trim().toLowerCase() !== email.toLowerCase()) {
        throw invalid({ pointer: '/again', detail: 'This is not the same address. Type it to say that you mean it.' })
      }
      const { uuid } = await visit.ask(createPersonErasure, {
        ...{ email, names: linesIn(fields.text('names')) },
        mode: fields.text('mode') as 'redact',
        originals: fields.text('originals') as 'delete',
      })
      return goTo(`${PERSONS}/erasures/${uuid}`, 'It has begun, in the background. It cannot be undone.')
    },
  },
})

/** What of the names in a form can be looked up: the form is to be shown again, whatever is wrong with them. */
const askable = (lines: string): string =>
  lines
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter((one) => one.length >= 2 && one.length <= 256)
    .slice(0, 20)
    .join(', ')

/** Of the many that somebody may have taken part in. */
const SHOWN = 20

function person(visit: Visit, found: Person, names: string): Html {
  const { email, user, invitations, conversations, crmRecords, mentions, originals } = found
  const isActive = user?.active === true
  return html`${card(
    'What is held',
    html`${facts([
      [
        'User',
        user === null
          ? 'No'
          : html`<a href="/admin/people/${user.uuid}"><bdi>${nameOf(user)}</bdi></a>${!user.active && html` ${badge('Deactivated')}`}`,
      ],
      ['Took part in', plural(conversations.total, 'conversation', 'conversations')],
      ['Invitations', String(invitations.length)],
      ['CRM records', String(crmRecords.total)],
      ['The address stands in', countsTold(mentions)],
      ['Cannot be rewritten', originalsTold(originals)],
    ])}
${
  conversations.data.length > 0 &&
  html`<ul>${conversations.data
    .slice(0, SHOWN)
    .map(
      ({ uuid, title, startedAt }) =>
        html`<li><a href="/conversations/${uuid}"><bdi>${title}</bdi></a> <span class="soft">${dayOf(visit, startedAt)}</span></li>`,
    )}</ul>${conversations.total > SHOWN && html`<p><a href="/conversations?participant=${encodeURIComponent(email)}">All ${conversations.total}</a></p>`}`
}`,
  )}
${card('Take them out', isActive ? html`<p>They are an active user. <a href="/admin/people/${user.uuid}">Deactivate them first</a>.</p>` : erase(visit, found, names))}`
}

/** What an erasure takes away as a whole, or leaves. */
const originalsTold = ({ recordings, recordingLinks, files }: Person['originals']): string =>
  [
    plural(recordings, 'recording', 'recordings'),
    ...(recordingLinks === 0 ? [] : [plural(recordingLinks, 'link to a recording', 'links to recordings')]),
    `${plural(files, 'file', 'files')} of the knowledge base`,
  ].join(', ')

const erase = (visit: Visit, { email, originals }: Person, names: string): Html =>
  form(
    visit,
    {
      ...{ page: PERSONS, action: 'erase', button: 'Take them out for good', kind: 'danger' },
      confirm: `Take ${email} out of everything? Nobody can bring it back.`,
    },
    (fill) => [
      html`<input type="hidden" name="email" value="${email}">`,
      areaField(fill, {
        name: 'names',
        label: 'Their names',
        rows: 3,
        value: names
          .split(',')
          .map((one) => one.trim())
          .join('\n'),
        help: 'One a line, as they are written in full. Names beside the address in conversations are found by themselves.',
      }),
      selectField(fill, {
        ...{ name: 'mode', label: 'Conversations they took part in', value: 'redact' },
        choices: [
          { value: 'redact', label: 'Stay, without their name and address' },
          { value: 'erase_conversations', label: 'Are erased as a whole' },
        ],
      }),
      selectField(fill, {
        ...{
          name: 'originals',
          label: 'Recordings of these conversations, and files that mention them',
          value: 'delete',
        },
        help: `A voice or a file cannot be rewritten. Found by what you asked for: ${originalsTold(originals)}. Transcripts, and what search finds of files, stay without the person. What a legal hold keeps is left alone.`,
        choices: [
          { value: 'delete', label: 'Are deleted for good' },
          { value: 'keep', label: 'Stay as they are, with the person in them' },
        ],
      }),
      textField(fill, { name: 'again', label: 'Type their address to confirm', required: true, max: 320 }),
    ],
  )

type Entry = Awaited<ReturnType<typeof entriesAsked>>['data'][number]
const entriesAsked = (visit: Visit) => visit.ask(listAuditEntries, {})

const past = (visit: Visit, entries: readonly Entry[]): Html =>
  table<Entry>(
    entries,
    [
      {
        title: 'When',
        cell: ({ at, entityId }) => html`<a href="${PERSONS}/erasures/${entityId ?? ''}">${momentOf(visit, at)}</a>`,
      },
      { title: 'By', cell: ({ user }) => html`<bdi>${user?.email ?? 'The organization'}</bdi>` },
    ],
    { caption: 'Erasures so far' },
  )

export const erasurePage = adminPage({
  path: `${PERSONS}/erasures/:id`,
  async show(visit) {
    const erasure = await visit.ask(getPersonErasure, { id: visit.params.id })
    const { status, mode, originals, createdAt, finishedAt } = erasure
    const isLeft = Object.values(erasure.leftovers).some((count) => count > 0)
    return {
      title: 'Erasure of a person',
      body: html`${heading('Erasure of a person', { trail: [{ label: 'Erase a person', path: PERSONS }] })}
<section class="card">${facts([
        ['State', badge(...RUN_STATES[status])],
        ['Conversations they took part in', mode === 'redact' ? 'Stay, without them' : 'Are erased'],
        ['Recordings and files', originals === 'delete' ? 'Are deleted' : 'Stay as they are'],
        ['Begun', momentOf(visit, createdAt)],
        ...(finishedAt === null ? [] : [['Ended', momentOf(visit, finishedAt)] as const]),
        ['Changed or removed', countsTold(erasure.counts)],
        ['Could not be taken out', countsTold(erasure.leftovers)],
      ])}</section>
${isLeft && html`<p>What stays, and why: legal holds keep conversations and people; recordings and files that were to stay keep voice and words; a recording that lies elsewhere has to be removed there.</p>`}
${status === 'pending' ? html`<p>It goes on in the background. <a href="${visit.path}">Look again</a>.</p>` : html`<p class="soft">Who it was about is not kept.</p>`}`,
    }
  },
})
