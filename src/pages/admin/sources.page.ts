/** Call sources: the list, and a form for each kind. */

import { formatNumber } from '../../core/languages/formats.ts'
import { known } from '../../core/languages/known.ts'
import { t } from '../../core/languages/message.ts'
import { getOrganizationPhoneNumbers, replaceOrganizationPhoneNumbers } from '../../features/accounts/identity/index.ts'
import { createSource, listSourceKinds, listSources } from '../../features/sources/call-sources/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { notAsSent } from '../../inbound/web/page-errors.ts'
import { withCode } from '../../inbound/web/with-code.ts'
import { type Choice, disclosure, form, textAreaField, textField } from '../components/form.ts'
import { card, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { renderTimestamp } from '../components/times.ts'
import { adminPage, findUserByEmail, linesIn } from './shared.ts'
import {
  kindFields,
  renderSteps,
  ruleFields,
  ruleValues,
  SOURCES,
  type Source,
  type SourceKindRecord,
  sourceState,
  toPointers,
  valuesIn,
} from './sources-shared.ts'

export const sourcesPage = adminPage({
  path: SOURCES,
  navigation: {
    group: 'connections',
    label: t('Call sources'),
    role: 'ADMIN',
    words: t('Zoom, buckets, folders and webhooks from which calls arrive'),
  },
  async show(req) {
    const [{ data, meta }, kinds, teams, { phoneNumbers }] = await Promise.all([
      req.run(listSources, { page: pageAsked(req) }),
      req.run(listSourceKinds, {}),
      teamChoices(req),
      req.run(getOrganizationPhoneNumbers, {}),
    ])
    const attempted = req.attempt?.action === 'connect' ? req.attempt.fields.text('key') : undefined
    const titles = new Map(kinds.data.map(({ kind, title }) => [kind, title]))
    return {
      title: t('Call sources'),
      body: html`${heading(t('Call sources'), { words: t('Calls arrive by themselves from the systems that record them. Each call is imported once, with its transcript and its recording.') })}
${
  data.length === 0
    ? empty(
        t('No call sources yet'),
        t('Connect the system that records your calls, and Parley imports each finished call by itself.'),
      )
    : table<Source>(data, columns(req, titles), { caption: t('Call sources') })
}
${pager(req, meta)}
<h2>Connect a source</h2>
<div class="admin-kinds">${kinds.data.map((kind) => html`<section class="panel"><h3>${known(kind.title)}</h3><p>${withCode(known(kind.about))}</p>${disclosure(t`Connect ${known(kind.title)}`, connect(req, kind, teams), attempted === kind.kind)}</section>`)}</div>
${card(t('Our phone numbers'), numbersForm(req, phoneNumbers), { id: 'numbers' })}`,
    }
  },
  forms: { connect: LONG_FORM, numbers: LONG_FORM },
  actions: {
    numbers: async (req, fields) => {
      await req.run(replaceOrganizationPhoneNumbers, { phoneNumbers: linesIn(fields.text('phoneNumbers')) })
      return redirectTo(`${SOURCES}#numbers`, t('Phone numbers saved'))
    },
    connect: async (req, fields) => {
      const { data } = await req.run(listSourceKinds, {})
      const kind = data.find((one) => one.kind === fields.text('key'))
      if (kind === undefined) throw notAsSent('kind')
      const owner = fields.optional('ownerEmail')
      const { uuid } = await req.run(createSource, {
        ...{ kind: kind.kind, name: fields.text('name') },
        settings: valuesIn(fields, kind, 'settings'),
        credentials: valuesIn(fields, kind, 'credentials'),
        ownerUUID: owner === undefined ? null : (await findUserByEmail(req, owner, 'ownerEmail')).uuid,
        ...ruleValues(fields),
      })
      return redirectTo(`${SOURCES}/${uuid}`, t('Source connected. Follow the steps below, then test it.'))
    },
  },
})

const numbersForm = (req: PageRequest, numbers: readonly string[]): Html =>
  form(req, { page: SOURCES, action: 'numbers', button: t('Save phone numbers') }, (fill) => [
    textAreaField(fill, {
      ...{ name: 'phoneNumbers', label: t('Phone numbers of the organization'), rows: 3, value: numbers.join('\n') },
      help: t(
        'Participants without an email address who have one of these numbers count as inside, in calls that are imported later. One per line, with country code, such as +493012345. A star at the end includes all numbers that start like this, such as +4930123*.',
      ),
    }),
  ])

const connect = (req: PageRequest, kind: SourceKindRecord, teams: readonly Choice[]): Html => {
  const id = `new-${kind.kind}`
  const pointers = { ...toPointers(kind), '/ownerUUID': 'ownerEmail' }
  return html`${renderSteps(kind, null)}
${form(req, { page: SOURCES, action: 'connect', key: kind.kind, button: t('Connect source'), pointers }, (fill) => [
  textField(fill, { name: 'name', label: t('Name'), id: `${id}-name`, value: kind.title, required: true, max: 128 }),
  ...kindFields(fill, kind, { id }),
  ...ruleFields(fill, { teams, id }),
])}`
}

const columns = (req: PageRequest, titles: ReadonlyMap<string, string>) => [
  {
    title: t('Name'),
    cell: ({ uuid, name, kind }: Source) =>
      html`<a href="${SOURCES}/${uuid}"><bdi>${name}</bdi></a><br><span class="soft">${known(titles.get(kind) ?? kind)}</span>`,
  },
  { title: t('Status'), cell: sourceState },
  { title: t('Calls'), kind: 'number' as const, cell: ({ recordings }: Source) => formatNumber(recordings.done) },
  {
    title: t('Failed'),
    kind: 'number' as const,
    cell: ({ recordings }: Source) => formatNumber(recordings.failed),
  },
  {
    title: t('Last call'),
    cell: ({ lastCallAt }: Source) => (lastCallAt === null ? t('None yet') : renderTimestamp(req, lastCallAt)),
  },
]
