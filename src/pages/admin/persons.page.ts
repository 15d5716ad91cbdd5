/** Search for a person's data, and erasure of that data. */
import { invalid } from '../../core/errors.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { t } from '../../core/languages/message.ts'
import { listAuditEntries } from '../../features/platform/audit/index.ts'
import { createPersonErasure, getPerson, getPersonErasure } from '../../features/privacy/personal-data/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { form, selectField, textAreaField, textField } from '../components/form.ts'
import { badge, card, facts, heading } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { RUN_STATES } from './privacy.page.ts'
import { formatCounts, PERSONS, privacyTabs } from './privacy-tabs.ts'
import { adminPage, catchListRefusal, filterForm, formatUserName, linesIn, NO_ATTEMPT, plural } from './shared.ts'

type PersonReport = Awaited<ReturnType<typeof loadPerson>>
const loadPerson = (req: PageRequest, email: string, names: string) => req.run(getPerson, { email, names })

export const personsPage = adminPage({
  path: PERSONS,
  async show(req) {
    // A rejected form contains the person it was about.
    const email = (req.attempt?.fields.text('email') ?? req.query.get('email') ?? '').trim()
    const names = req.attempt === undefined ? (req.query.get('names') ?? '') : askable(req.attempt.fields.text('names'))
    const [found, erasures] = await Promise.all([
      email === '' ? undefined : catchListRefusal(loadPerson(req, email, names)),
      req.run(listAuditEntries, { operation: 'createPersonErasure', size: '20' }),
    ])
    return {
      title: t('Data erasure'),
      body: html`${heading(t('Data erasure'), { words: t('Find the data that Parley stores about a person, and erase it from your organization.'), tabs: privacyTabs(PERSONS) })}
${filterForm(
  PERSONS,
  [
    textField(NO_ATTEMPT, {
      name: 'email',
      label: t('Email address'),
      type: 'email',
      value: email,
      required: true,
      max: 320,
    }),
    textField(NO_ATTEMPT, {
      name: 'names',
      label: t('Names, separated by commas'),
      id: 'field-names-asked',
      value: names,
      max: 2_000,
    }),
  ],
  t('Find data'),
)}
${found !== undefined && ('refused' in found ? found.refused : person(req, found, names))}
${erasures.data.length > 0 && card(t('Previous erasures'), past(req, erasures.data))}`,
    }
  },
  actions: {
    erase: async (req, fields) => {
      const email = fields.text('email').trim()
      if (fields.text('again').trim().toLowerCase() !== email.toLowerCase()) {
        throw invalid({
          pointer: '/again',
          detail: String(
            t("The email addresses don't match. Type the person's email address again to confirm the erasure."),
          ),
        })
      }
      const { uuid } = await req.run(createPersonErasure, {
        ...{ email, names: linesIn(fields.text('names')) },
        mode: fields.text('mode') as 'redact',
        originals: fields.text('originals') as 'delete',
      })
      return redirectTo(
        `${PERSONS}/erasures/${uuid}`,
        t("Erasure started. It runs in the background and can't be undone."),
      )
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

function person(req: PageRequest, found: PersonReport, names: string): Html {
  const { email, user, invitations, conversations, crmRecords, mentions, originals } = found
  const isActive = user?.active === true
  return html`${card(
    t('Stored data'),
    html`${facts([
      [
        t('User'),
        user === null
          ? t('No')
          : html`<a href="/admin/people/${user.uuid}"><bdi>${formatUserName(user)}</bdi></a>${!user.active && html` ${badge(t('Deactivated'))}`}`,
      ],
      [t('Participant in'), plural(conversations.total, t('1 call'), t`${formatNumber(conversations.total)} calls`)],
      [t('Invitations'), String(invitations.length)],
      [t('CRM records'), String(crmRecords.total)],
      [t('Email address found in'), formatCounts(mentions)],
      [t("Can't be redacted"), formatOriginals(originals)],
    ])}
${
  conversations.data.length > 0 &&
  html`<ul>${conversations.data
    .slice(0, SHOWN)
    .map(
      ({ uuid, title, startedAt }) =>
        html`<li><a href="/conversations/${uuid}"><bdi>${title}</bdi></a> <span class="soft">${dayOf(req, startedAt)}</span></li>`,
    )}</ul>${conversations.total > SHOWN && html`<p><a href="/conversations?participant=${encodeURIComponent(email)}">View all ${conversations.total} calls</a></p>`}`
}`,
  )}
${card(t('Erase personal data'), isActive ? html`<p>This person is an active user. <a href="/admin/people/${user.uuid}">Deactivate the user</a> first.</p>` : erase(req, found, names))}`
}

/** Counts of recordings and files, which an erasure deletes completely or keeps unchanged. */
const formatOriginals = ({ recordings, recordingLinks: links, files }: PersonReport['originals']): string =>
  [
    plural(recordings, t('1 recording'), t`${formatNumber(recordings)} recordings`),
    ...(links === 0 ? [] : [plural(links, t('1 link to a recording'), t`${formatNumber(links)} links to recordings`)]),
    plural(files, t('1 file in the knowledge base'), t`${formatNumber(files)} files in the knowledge base`),
  ].join(', ')

const erase = (req: PageRequest, { email, originals }: PersonReport, names: string): Html =>
  form(
    req,
    {
      ...{ page: PERSONS, action: 'erase', button: t('Erase personal data'), kind: 'danger' },
      confirm: t`Erase the personal data of ${email} from the whole organization? You can't undo this.`,
    },
    (fill) => [
      html`<input type="hidden" name="email" value="${email}">`,
      textAreaField(fill, {
        name: 'names',
        label: t('Names'),
        rows: 3,
        value: names
          .split(',')
          .map((one) => one.trim())
          .join('\n'),
        help: t('One full name per line. Parley adds the names that calls show with this email address.'),
      }),
      selectField(fill, {
        ...{ name: 'mode', label: t('Calls with this person'), value: 'redact' },
        choices: [
          { value: 'redact', label: t('Keep, without their name and email address') },
          { value: 'erase_conversations', label: t('Delete permanently') },
        ],
      }),
      selectField(fill, {
        ...{
          name: 'originals',
          label: t('Recordings of these calls, and files that mention the person'),
          value: 'delete',
        },
        help: t`Recordings and files can't be redacted. Found: ${formatOriginals(originals)}. Transcripts and the searchable text of files are redacted. Data under a legal hold isn't changed.`,
        choices: [
          { value: 'delete', label: t('Delete permanently') },
          { value: 'keep', label: t("Keep unchanged, including the person's data") },
        ],
      }),
      textField(fill, { name: 'again', label: t('Type the email address to confirm'), required: true, max: 320 }),
    ],
  )

type Entry = Awaited<ReturnType<typeof loadEntries>>['data'][number]
const loadEntries = (req: PageRequest) => req.run(listAuditEntries, {})

const past = (req: PageRequest, entries: readonly Entry[]): Html =>
  table<Entry>(
    entries,
    [
      {
        title: t('Started'),
        cell: ({ at, entityId }) =>
          html`<a href="${PERSONS}/erasures/${entityId ?? ''}">${renderTimestamp(req, at)}</a>`,
      },
      { title: t('Started by'), cell: ({ user }) => html`<bdi>${user?.email ?? t('Organization')}</bdi>` },
    ],
    { caption: t('Previous erasures') },
  )

export const erasurePage = adminPage({
  path: `${PERSONS}/erasures/:id`,
  async show(req) {
    const erasure = await req.run(getPersonErasure, { id: req.params.id })
    const { status, mode, originals, createdAt, finishedAt } = erasure
    const isLeft = Object.values(erasure.leftovers).some((count) => count > 0)
    return {
      title: t('Erasure of personal data'),
      body: html`${heading(t('Erasure of personal data'), { trail: [{ label: t('Data erasure'), path: PERSONS }] })}
<section class="card">${facts([
        [t('Status'), badge(...RUN_STATES[status])],
        [
          t('Calls with this person'),
          mode === 'redact' ? t('Kept, without their name and email address') : t('Deleted'),
        ],
        [t('Recordings and files'), originals === 'delete' ? t('Deleted') : t('Kept unchanged')],
        [t('Started'), renderTimestamp(req, createdAt)],
        ...(finishedAt === null ? [] : [[t('Finished'), renderTimestamp(req, finishedAt)] as const]),
        [t('Changed or deleted'), formatCounts(erasure.counts)],
        [t('Not erased'), formatCounts(erasure.leftovers)],
      ])}</section>
${isLeft && html`<p>Some data wasn't erased. Calls and people under a legal hold stay. Recordings and files that you chose to keep still contain the person's data. Delete recordings that are stored outside Parley in their own system.</p>`}
${status === 'pending' ? html`<p>Running in the background. <a href="${req.path}">Refresh</a></p>` : html`<p class="soft">Parley doesn't store whose data was erased.</p>`}`,
    }
  },
})
