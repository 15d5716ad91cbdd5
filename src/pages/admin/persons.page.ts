/** Search for a person's data, and erasure of that data. */
import { invalid } from '../../core/errors.ts'
import { listAuditEntries } from '../../features/platform/audit/index.ts'
import { createPersonErasure, getPerson, getPersonErasure } from '../../features/privacy/personal-data/index.ts'
import { goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { areaField, form, selectField, textField } from '../components/form.ts'
import { badge, card, facts, heading } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { RUN_STATES } from './privacy.page.ts'
import { countsTold, PERSONS, privacyTabs } from './privacy-tabs.ts'
import { adminPage, filterForm, linesIn, listed, NO_ATTEMPT, nameOf, plural } from './shared.ts'

type Person = Awaited<ReturnType<typeof personAsked>>
const personAsked = (visit: Visit, email: string, names: string) => visit.ask(getPerson, { email, names })

export const personsPage = adminPage({
  path: PERSONS,
  async show(visit) {
    // A rejected form contains the person it was about.
    const email = (visit.attempt?.fields.text('email') ?? visit.query.get('email') ?? '').trim()
    const names =
      visit.attempt === undefined ? (visit.query.get('names') ?? '') : askable(visit.attempt.fields.text('names'))
    const [found, erasures] = await Promise.all([
      email === '' ? undefined : listed(personAsked(visit, email, names)),
      visit.ask(listAuditEntries, { operation: 'createPersonErasure', size: '20' }),
    ])
    return {
      title: 'Data erasure',
      body: html`${heading('Data erasure', { words: 'Find the data that Parley stores about a person, and erase it from your organization.' })}
${privacyTabs(PERSONS)}
${filterForm(
  PERSONS,
  [
    textField(NO_ATTEMPT, {
      name: 'email',
      label: 'Email address',
      type: 'email',
      value: email,
      required: true,
      max: 320,
    }),
    textField(NO_ATTEMPT, {
      name: 'names',
      label: 'Names, separated by commas',
      id: 'field-names-asked',
      value: names,
      max: 2_000,
    }),
  ],
  'Find data',
)}
${found !== undefined && ('refused' in found ? found.refused : person(visit, found, names))}
${erasures.data.length > 0 && card('Previous erasures', past(visit, erasures.data))}`,
    }
  },
  actions: {
    erase: async (visit, fields) => {
      const email = fields.text('email').trim()
      if (fields.text('again').trim().toLowerCase() !== email.toLowerCase()) {
        throw invalid({
          pointer: '/again',
          detail: "The email addresses don't match. Type the person's email address again to confirm the erasure.",
        })
      }
      const { uuid } = await visit.ask(createPersonErasure, {
        ...{ email, names: linesIn(fields.text('names')) },
        mode: fields.text('mode') as 'redact',
        originals: fields.text('originals') as 'delete',
      })
      return goTo(`${PERSONS}/erasures/${uuid}`, "Erasure started. It runs in the background and can't be undone.")
    },
  },
})

/** Names of a rejected form that satisfy the limits of the search, so that the page can be shown again. */
const askable = (lines: string): string =>
  lines
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter((one) => one.length >= 2 && one.length <= 256)
    .slice(0, 20)
    .join(', ')

/** Maximum number of calls listed. */
const SHOWN = 20

function person(visit: Visit, found: Person, names: string): Html {
  const { email, user, invitations, conversations, crmRecords, mentions, originals } = found
  const isActive = user?.active === true
  return html`${card(
    'Stored data',
    html`${facts([
      [
        'User',
        user === null
          ? 'No'
          : html`<a href="/admin/people/${user.uuid}"><bdi>${nameOf(user)}</bdi></a>${!user.active && html` ${badge('Deactivated')}`}`,
      ],
      ['Participant in', plural(conversations.total, 'call', 'calls')],
      ['Invitations', String(invitations.length)],
      ['CRM records', String(crmRecords.total)],
      ['Email address found in', countsTold(mentions)],
      ["Can't be redacted", originalsTold(originals)],
    ])}
${
  conversations.data.length > 0 &&
  html`<ul>${conversations.data
    .slice(0, SHOWN)
    .map(
      ({ uuid, title, startedAt }) =>
        html`<li><a href="/conversations/${uuid}"><bdi>${title}</bdi></a> <span class="soft">${dayOf(visit, startedAt)}</span></li>`,
    )}</ul>${conversations.total > SHOWN && html`<p><a href="/conversations?participant=${encodeURIComponent(email)}">View all ${conversations.total} calls</a></p>`}`
}`,
  )}
${card('Erase personal data', isActive ? html`<p>This person is an active user. <a href="/admin/people/${user.uuid}">Deactivate the user</a> first.</p>` : erase(visit, found, names))}`
}

/** Counts of recordings and files, which an erasure deletes completely or keeps unchanged. */
const originalsTold = ({ recordings, recordingLinks, files }: Person['originals']): string =>
  [
    plural(recordings, 'recording', 'recordings'),
    ...(recordingLinks === 0 ? [] : [plural(recordingLinks, 'link to a recording', 'links to recordings')]),
    `${plural(files, 'file', 'files')} in the knowledge base`,
  ].join(', ')

const erase = (visit: Visit, { email, originals }: Person, names: string): Html =>
  form(
    visit,
    {
      ...{ page: PERSONS, action: 'erase', button: 'Erase personal data', kind: 'danger' },
      confirm: `Erase the personal data of ${email} from the whole organization? You can't undo this.`,
    },
    (fill) => [
      html`<input type="hidden" name="email" value="${email}">`,
      areaField(fill, {
        name: 'names',
        label: 'Names',
        rows: 3,
        value: names
          .split(',')
          .map((one) => one.trim())
          .join('\n'),
        help: 'One full name per line. Parley adds the names that calls show with this email address.',
      }),
      selectField(fill, {
        ...{ name: 'mode', label: 'Calls with this person', value: 'redact' },
        choices: [
          { value: 'redact', label: 'Keep, without their name and email address' },
          { value: 'erase_conversations', label: 'Delete permanently' },
        ],
      }),
      selectField(fill, {
        ...{
          name: 'originals',
          label: 'Recordings of these calls, and files that mention the person',
          value: 'delete',
        },
        help: `Recordings and files can't be redacted. Found: ${originalsTold(originals)}. Transcripts and the searchable text of files are redacted. Data under a legal hold isn't changed.`,
        choices: [
          { value: 'delete', label: 'Delete permanently' },
          { value: 'keep', label: "Keep unchanged, including the person's data" },
        ],
      }),
      textField(fill, { name: 'again', label: 'Type the email address to confirm', required: true, max: 320 }),
    ],
  )

type Entry = Awaited<ReturnType<typeof entriesAsked>>['data'][number]
const entriesAsked = (visit: Visit) => visit.ask(listAuditEntries, {})

const past = (visit: Visit, entries: readonly Entry[]): Html =>
  table<Entry>(
    entries,
    [
      {
        title: 'Started',
        cell: ({ at, entityId }) =>
          html`<a href="${PERSONS}/erasures/${entityId ?? ''}">${renderTimestamp(visit, at)}</a>`,
      },
      { title: 'Started by', cell: ({ user }) => html`<bdi>${user?.email ?? 'Organization'}</bdi>` },
    ],
    { caption: 'Previous erasures' },
  )

export const erasurePage = adminPage({
  path: `${PERSONS}/erasures/:id`,
  async show(visit) {
    const erasure = await visit.ask(getPersonErasure, { id: visit.params.id })
    const { status, mode, originals, createdAt, finishedAt } = erasure
    const isLeft = Object.values(erasure.leftovers).some((count) => count > 0)
    return {
      title: 'Erasure of personal data',
      body: html`${heading('Erasure of personal data', { trail: [{ label: 'Data erasure', path: PERSONS }] })}
<section class="card">${facts([
        ['Status', badge(...RUN_STATES[status])],
        ['Calls with this person', mode === 'redact' ? 'Kept, without their name and email address' : 'Deleted'],
        ['Recordings and files', originals === 'delete' ? 'Deleted' : 'Kept unchanged'],
        ['Started', renderTimestamp(visit, createdAt)],
        ...(finishedAt === null ? [] : [['Finished', renderTimestamp(visit, finishedAt)] as const]),
        ['Changed or deleted', countsTold(erasure.counts)],
        ['Not erased', countsTold(erasure.leftovers)],
      ])}</section>
${isLeft && html`<p>Some data wasn't erased. Calls and people under a legal hold stay. Recordings and files that you chose to keep still contain the person's data. Delete recordings that are stored outside Parley in their own system.</p>`}
${status === 'pending' ? html`<p>Running in the background. <a href="${visit.path}">Refresh</a></p>` : html`<p class="soft">Parley doesn't store whose data was erased.</p>`}`,
    }
  },
})
