/** Retention policies, each with a preview of the calls it would archive or erase. */

import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, t } from '../../core/languages/message.ts'
import {
  createRetentionPolicy,
  deleteRetentionPolicy,
  getAuditRetention,
  getRetentionPolicy,
  listRetentionPolicies,
  previewRetentionPolicy,
  replaceAuditRetention,
  updateRetentionPolicy,
} from '../../features/privacy/retention/index.ts'
import { type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  type Choice,
  checksField,
  type Fill,
  form,
  formMenu,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { badge, card, empty, facts, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'
import { privacyTabs, RETENTION } from './privacy-tabs.ts'
import { adminPage, linesIn, plural } from './shared.ts'

type Policy = Awaited<ReturnType<typeof loadPolicies>>['data'][number]
const loadPolicies = (req: PageRequest) => req.run(listRetentionPolicies, {})

const ACTIONS = { archive: t('Archive'), erase: t('Delete permanently') } as const

export const retentionPage = adminPage({
  path: RETENTION,
  async show(req) {
    const [{ data, meta }, teams, audit] = await Promise.all([
      req.run(listRetentionPolicies, { page: pageAsked(req) }),
      teamChoices(req),
      loadAuditRetention(req),
    ])
    const create = form(req, { page: RETENTION, action: 'create', button: t('Create policy') }, (fill) =>
      policyFields(fill, teams),
    )
    return {
      title: t('Retention'),
      body: html`${heading(t('Retention'), { words: t('Archive or permanently delete old calls automatically. Policies run daily at 02:00 UTC.'), tabs: privacyTabs(RETENTION), actions: formMenu(t('New retention policy'), create, { open: req.attempt?.action === 'create' }) })}
${data.length === 0 ? empty(t('No retention policies yet'), t('Create a policy to keep calls only as long as you need them. A new policy is off, so that you can check its preview first.')) : table<Policy>(data, columns(req), { caption: t('Policies') })}
${pager(req, meta)}
${card(t('Audit log'), auditForm(req, audit), { id: 'audit' })}`,
    }
  },
  actions: {
    'keep-audit': async (req, fields) => {
      const keepDays = fields.number('keepDays') ?? null
      await req.run(replaceAuditRetention, { keepDays })
      return redirectTo(
        RETENTION,
        keepDays === null
          ? t('Setting saved. Audit log entries are kept permanently.')
          : t('Setting saved. The next run deletes older audit log entries.'),
      )
    },
    create: async (req, fields) => {
      const { uuid } = await req.run(createRetentionPolicy, policyIn(fields))
      return redirectTo(`${RETENTION}/${uuid}`, t('Policy created. Check the preview, then turn the policy on.'))
    },
  },
})

type AuditRetention = Awaited<ReturnType<typeof loadAuditRetention>>
const loadAuditRetention = (req: PageRequest) => req.run(getAuditRetention, {})

const auditForm = (req: PageRequest, { keepDays, oldestEntryAt }: AuditRetention): Html =>
  html`${facts([[t('Oldest entry'), oldestEntryAt === null ? t('None') : dayOf(req, oldestEntryAt)]])}
${form(
  req,
  {
    page: RETENTION,
    action: 'keep-audit',
    button: t('Save setting'),
    confirm: t(
      "Save this setting? With a number of days, older entries of the audit log are deleted permanently. You can't undo this.",
    ),
  },
  (fill) => [
    textField(fill, {
      name: 'keepDays',
      label: t('Days to keep audit log entries'),
      type: 'number',
      value: keepDays === null ? '' : String(keepDays),
      help: t(
        'At least 365. Older entries are deleted permanently, daily at 02:00 UTC. Leave empty to keep all entries.',
      ),
    }),
  ],
)}`

const columns = (req: PageRequest) => [
  { title: t('Policy'), cell: ({ uuid, name }: Policy) => html`<a href="${RETENTION}/${uuid}"><bdi>${name}</bdi></a>` },
  {
    title: t('Call age'),
    cell: ({ afterDays }: Policy) => plural(afterDays, t('1 day'), t`${formatNumber(afterDays)} days`),
  },
  { title: t('Action'), cell: ({ action }: Policy) => ACTIONS[action] },
  { title: t('Status'), cell: ({ enabled }: Policy) => (enabled ? badge(t('On'), 'good') : badge(t('Off'))) },
  {
    title: t('Last run'),
    cell: ({ lastRunAt }: Policy) => (lastRunAt === null ? t('Not yet') : renderTimestamp(req, lastRunAt)),
  },
]

const PRIVATE = [
  { value: 'true', label: t('Private calls only') },
  { value: 'false', label: t('Calls that aren’t private') },
]

const policyFields = (fill: Fill, teams: readonly Choice[], policy?: Policy): readonly Html[] => [
  textField(fill, { name: 'name', label: t('Name'), value: policy?.name, required: true, max: 128 }),
  textField(fill, {
    name: 'afterDays',
    label: t('Days since the start of the call'),
    type: 'number',
    value: policy === undefined ? undefined : String(policy.afterDays),
    required: true,
  }),
  selectField(fill, {
    ...{ name: 'action', label: t('Action'), value: policy?.action ?? 'archive' },
    choices: [
      { value: 'archive', label: t('Archive the calls') },
      { value: 'erase', label: t('Delete the calls permanently, with all derived data') },
    ],
  }),
  textAreaField(fill, {
    ...{ name: 'labels', label: t('Labels'), rows: 2 },
    value: Object.entries(policy?.labels ?? {})
      .map(([category, option]) => `${category}: ${option}`)
      .join('\n'),
    help: t('One per line, such as Call type: Support. The policy applies to calls that have all of these labels.'),
  }),
  checksField(fill, {
    name: 'teamsUUID',
    label: t('Teams, including child teams (select none for all teams)'),
    choices: teams,
    chosen: policy?.teamsUUID ?? [],
  }),
  selectField(fill, {
    name: 'private',
    label: t('Privacy'),
    value: policy?.private === null || policy === undefined ? '' : String(policy.private),
    choices: PRIVATE,
    none: t('All calls'),
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

function confirmPolicy(count: number, isGone: boolean): Message {
  const calls = plural(count, t('1 call'), t`${formatNumber(count)} calls`)
  return isGone
    ? t`Turn on this policy? The next run permanently deletes ${calls}. You can't undo this.`
    : t`Turn on this policy? The next run archives ${calls}.`
}

export const retentionPolicyPage = adminPage({
  path: `${RETENTION}/:id`,
  async show(req) {
    const { id } = req.params
    const page = `${RETENTION}/${id}`
    const [policy, preview, teams] = await Promise.all([
      req.run(getRetentionPolicy, { id }),
      req.run(previewRetentionPolicy, { id }),
      teamChoices(req),
    ])
    const { name, enabled, lastRun, lastRunAt, action } = policy
    const isGone = action === 'erase'
    return {
      title: name,
      body: html`${heading(name, {
        trail: [{ label: t('Retention'), path: RETENTION }],
        actions: enabled
          ? actionButton(req, { page, action: 'disable', button: t('Turn off policy') })
          : actionButton(req, {
              ...{ page, action: 'enable', button: t('Turn on policy'), kind: isGone ? 'danger' : 'plain' },
              confirm: confirmPolicy(preview.conversations, isGone),
            }),
      })}
<p class="admin-state">${enabled ? badge(t('On'), 'good') : badge(t('Off'))}</p>
${card(
  t('Preview for today'),
  html`${facts([
    [t('Calls'), formatNumber(preview.conversations)],
    [t('Skipped: legal hold'), formatNumber(preview.held)],
    [t('Oldest call'), preview.oldest === null ? t('None') : dayOf(req, preview.oldest)],
  ])}
${preview.examples.length > 0 && html`<p>${isGone ? t('First calls that the policy would permanently delete:') : t('First calls that the policy would archive:')}</p><ul>${preview.examples.map(({ uuid, title, startedAt }) => html`<li><a href="/conversations/${uuid}"><bdi>${title}</bdi></a> <span class="soft">${dayOf(req, startedAt)}</span></li>`)}</ul>`}`,
)}
${
  lastRun !== null &&
  lastRunAt !== null &&
  card(
    t('Last run'),
    facts([
      [t('Time'), renderTimestamp(req, lastRunAt)],
      [t('Archived'), String(lastRun.archived)],
      [t('Permanently deleted'), String(lastRun.erased)],
      [t('Skipped: legal hold'), String(lastRun.held)],
    ]),
  )
}
${card(
  t('Settings'),
  form(req, { page, action: 'change', button: t('Save policy') }, (fill) => policyFields(fill, teams, policy)),
)}
${actionButton(req, { page, action: 'delete', button: t('Delete policy'), kind: 'danger', confirm: t`Delete the policy ${name}? Calls that it archived or deleted aren't restored. You can't undo this.` })}`,
    }
  },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateRetentionPolicy, { id, ...policyIn(fields) })
      return redirectTo(`${RETENTION}/${id}`, t('Policy saved. Check the updated preview.'))
    },
    enable: async (req) => {
      await req.run(updateRetentionPolicy, { id: req.params.id, enabled: true })
      return redirectTo(`${RETENTION}/${req.params.id}`, t('Policy turned on. It runs daily at 02:00 UTC.'))
    },
    disable: async (req) => {
      await req.run(updateRetentionPolicy, { id: req.params.id, enabled: false })
      return redirectTo(`${RETENTION}/${req.params.id}`, t('Policy turned off'))
    },
    delete: async (req) => {
      await req.run(deleteRetentionPolicy, { id: req.params.id })
      return redirectTo(RETENTION, t('Policy deleted'))
    },
  },
})
