/** What goes by itself when it has become old: policies, each with a preview of what would go. */
import {
  createRetentionPolicy,
  deleteRetentionPolicy,
  getRetentionPolicy,
  listRetentionPolicies,
  previewRetentionPolicy,
  updateRetentionPolicy,
} from '../../features/retention/index.ts'
import { type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  areaField,
  type Choice,
  checksField,
  disclosure,
  type Fill,
  form,
  selectField,
  textField,
} from '../kit/form.ts'
import { badge, card, empty, facts, heading } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { teamChoices } from '../kit/teams.ts'
import { dayOf, momentOf } from '../kit/times.ts'
import { privacyTabs, RETENTION } from './privacy-tabs.ts'
import { adminPage, linesIn, plural } from './shared.ts'

type Policy = Awaited<ReturnType<typeof policiesAsked>>['data'][number]
const policiesAsked = (visit: Visit) => visit.ask(listRetentionPolicies, {})

const ACTIONS = { archive: 'Archived', erase: 'Erased for good' } as const

export const retentionPage = adminPage({
  path: RETENTION,
  async show(visit) {
    const [{ data, meta }, teams] = await Promise.all([
      visit.ask(listRetentionPolicies, { page: pageAsked(visit) }),
      teamChoices(visit),
    ])
    const create = form(visit, { page: RETENTION, action: 'create', button: 'Make the policy' }, (fill) =>
      policyFields(fill, teams),
    )
    return {
      title: 'Retention',
      body: html`${heading('Retention', { words: 'Conversations that go by themselves when they have become old, every day at two o’clock UTC.' })}
${privacyTabs(RETENTION)}
${disclosure('New policy', create, visit.attempt !== undefined)}
${data.length === 0 ? empty('No policies', 'Without one, conversations stay until somebody archives or erases them. A new policy is off until you have looked at its preview.') : table<Policy>(data, columns(visit), { caption: 'Policies' })}
${pager(visit, meta)}`,
    }
  },
  actions: {
    create: async (visit, fields) => {
      const { uuid } = await visit.ask(createRetentionPolicy, policyIn(fields))
      return goTo(`${RETENTION}/${uuid}`, 'The policy is there, and off. Look at what would go, then switch it on.')
    },
  },
})

const columns = (visit: Visit) => [
  { title: 'Policy', cell: ({ uuid, name }: Policy) => html`<a href="${RETENTION}/${uuid}"><bdi>${name}</bdi></a>` },
  { title: 'After', cell: ({ afterDays }: Policy) => plural(afterDays, 'day', 'days') },
  { title: 'They are', cell: ({ action }: Policy) => ACTIONS[action] },
  { title: 'State', cell: ({ enabled }: Policy) => (enabled ? badge('On', 'good') : badge('Off')) },
  { title: 'Last run', cell: ({ lastRunAt }: Policy) => (lastRunAt === null ? 'Not yet' : momentOf(visit, lastRunAt)) },
]

const PRIVATE = [
  { value: 'true', label: 'Private ones only' },
  { value: 'false', label: 'Those that are not private' },
]

const policyFields = (fill: Fill, teams: readonly Choice[], policy?: Policy): readonly Html[] => [
  textField(fill, { name: 'name', label: 'Name', value: policy?.name, required: true, max: 128 }),
  textField(fill, {
    name: 'afterDays',
    label: 'Days after the start of a conversation',
    type: 'number',
    value: policy === undefined ? undefined : String(policy.afterDays),
    required: true,
  }),
  selectField(fill, {
    ...{ name: 'action', label: 'What becomes of them', value: policy?.action ?? 'archive' },
    choices: [
      { value: 'archive', label: 'They are archived' },
      { value: 'erase', label: 'They are erased for good, with everything derived from them' },
    ],
  }),
  areaField(fill, {
    ...{ name: 'labels', label: 'Only with these labels', rows: 2 },
    value: Object.entries(policy?.labels ?? {})
      .map(([category, option]) => `${category}: ${option}`)
      .join('\n'),
    help: 'One a line, such as Call type: Support. A conversation must have all of them.',
  }),
  checksField(fill, {
    name: 'teamsUUID',
    label: 'Only of these teams and those below (none: of all)',
    choices: teams,
    chosen: policy?.teamsUUID ?? [],
  }),
  selectField(fill, {
    name: 'private',
    label: 'Private or not',
    value: policy?.private === null || policy === undefined ? '' : String(policy.private),
    choices: PRIVATE,
    none: 'Both',
  }),
]

function policyIn(fields: Fields) {
  const teams = fields.all('teamsUUID')
  const isPrivate = fields.text('private')
  return {
    ...{ name: fields.text('name'), afterDays: fields.number('afterDays') ?? Number.NaN },
    action: fields.text('action') as 'archive',
    labels: Object.fromEntries(
      linesIn(fields.text('labels')).map((line) => {
        const colon = line.indexOf(':')
        return colon === -1 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
      }),
    ),
    teamsUUID: teams.length === 0 ? null : teams,
    private: isPrivate === '' ? null : isPrivate === 'true',
  }
}

export const retentionPolicyPage = adminPage({
  path: `${RETENTION}/:id`,
  async show(visit) {
    const { id } = visit.params
    const page = `${RETENTION}/${id}`
    const [policy, preview, teams] = await Promise.all([
      visit.ask(getRetentionPolicy, { id }),
      visit.ask(previewRetentionPolicy, { id }),
      teamChoices(visit),
    ])
    const { name, enabled, lastRun, lastRunAt, action } = policy
    const isGone = action === 'erase'
    return {
      title: name,
      body: html`${heading(name, {
        trail: [{ label: 'Retention', path: RETENTION }],
        actions: enabled
          ? actionButton(visit, { page, action: 'disable', button: 'Switch off' })
          : actionButton(visit, {
              ...{ page, action: 'enable', button: 'Switch on', kind: isGone ? 'danger' : 'plain' },
              confirm: `Switch it on? ${plural(preview.conversations, 'conversation', 'conversations')} would be ${isGone ? 'erased for good' : 'archived'} the next time.`,
            }),
      })}
<p class="admin-state">${enabled ? badge('On', 'good') : badge('Off')}</p>
${card(
  'What would go today',
  html`${facts([
    ['Conversations', preview.conversations.toLocaleString('en')],
    ['Kept by a legal hold', preview.held.toLocaleString('en')],
    ['The oldest', preview.oldest === null ? 'None' : dayOf(visit, preview.oldest)],
  ])}
${preview.examples.length > 0 && html`<p>They would be ${isGone ? 'erased for good' : 'archived'}, these first:</p><ul>${preview.examples.map(({ uuid, title, startedAt }) => html`<li><a href="/conversations/${uuid}"><bdi>${title}</bdi></a> <span class="soft">${dayOf(visit, startedAt)}</span></li>`)}</ul>`}`,
)}
${
  lastRun !== null &&
  lastRunAt !== null &&
  card(
    'Last run',
    facts([
      ['When', momentOf(visit, lastRunAt)],
      ['Archived', String(lastRun.archived)],
      ['Erased', String(lastRun.erased)],
      ['Kept by a legal hold', String(lastRun.held)],
    ]),
  )
}
${card(
  'The policy',
  form(visit, { page, action: 'change', button: 'Save' }, (fill) => policyFields(fill, teams, policy)),
)}
${actionButton(visit, { page, action: 'delete', button: 'Delete this policy', kind: 'danger', confirm: `Delete the policy ${name}? What is gone stays gone.` })}`,
    }
  },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateRetentionPolicy, { id, ...policyIn(fields) })
      return goTo(`${RETENTION}/${id}`, 'Saved. Look at what would go now.')
    },
    enable: async (visit) => {
      await visit.ask(updateRetentionPolicy, { id: visit.params.id, enabled: true })
      return goTo(`${RETENTION}/${visit.params.id}`, 'It is on, and is carried out every day at two o’clock UTC.')
    },
    disable: async (visit) => {
      await visit.ask(updateRetentionPolicy, { id: visit.params.id, enabled: false })
      return goTo(`${RETENTION}/${visit.params.id}`, 'It is off.')
    },
    delete: async (visit) => {
      await visit.ask(deleteRetentionPolicy, { id: visit.params.id })
      return goTo(RETENTION, 'The policy is gone.')
    },
  },
})
