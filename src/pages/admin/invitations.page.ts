/** Invitations, and an overview of the roles. */

import { type Message, t } from '../../core/languages/message.ts'
import { listOrganizationRoles } from '../../features/accounts/identity/index.ts'
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  updateInvitation,
} from '../../features/accounts/invitations/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { actionButton, checksField, form, formMenu, textField } from '../components/form.ts'
import { badge, empty, heading, type Tone } from '../components/layout.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf } from '../components/times.ts'
import { INVITATIONS, PEOPLE, peopleTabs, ROLES_PAGE } from './people-tabs.ts'
import { adminPage, ROLE_ACCESS, ROLES, roleField } from './shared.ts'

export const invitationsPage = adminPage({
  path: INVITATIONS,
  async show(req) {
    const isAll = req.query.get('all') === 'true'
    const [teams, { data, meta }] = await Promise.all([
      teamChoices(req),
      req.run(listInvitations, { page: pageAsked(req), ...(isAll ? {} : { status: 'pending,expired' }) }),
    ])
    const invite = form(req, { page: INVITATIONS, action: 'invite', button: t('Send invitation') }, (fill) => [
      textField(fill, { name: 'email', label: t('Email address'), type: 'email', required: true, max: 254 }),
      textField(fill, { name: 'firstName', label: t('First name'), max: 128 }),
      textField(fill, { name: 'lastName', label: t('Last name'), max: 128 }),
      roleField(fill, { name: 'role', label: t('Role'), value: 'SALES_REP' }),
      checksField(fill, { name: 'teamUUIDs', label: t('Teams'), choices: teams }),
    ])
    return {
      title: t('Invitations'),
      body: html`${heading(t('Invitations'), { words: t('Parley emails each invited person a sign-up link that is valid for 14 days.'), tabs: peopleTabs(INVITATIONS), actions: formMenu(t('New invitation'), invite, { open: req.attempt?.action === 'invite' || req.query.has('new') }) })}
<p class="admin-toggle"><a href="${withQuery(INVITATIONS, { all: isAll ? undefined : 'true' })}">${isAll ? t('Hide accepted and revoked invitations') : t('Show accepted and revoked invitations')}</a></p>
${data.length === 0 ? empty(t('No open invitations'), t('Invite people to give them access to calls, clips and coaching. Open invitations appear here until they are accepted.')) : table<Invitation>(data, columns(req), { caption: t('Invitations') })}
${pager(req, meta)}`,
    }
  },
  actions: {
    invite: async (req, fields) => {
      const { email } = await req.run(createInvitation, {
        ...{ email: fields.text('email'), firstName: fields.text('firstName'), lastName: fields.text('lastName') },
        ...{ role: fields.text('role') as 'ADMIN', teamUUIDs: fields.all('teamUUIDs') },
      })
      return redirectTo(INVITATIONS, t`Invitation sent to ${email}`)
    },
    resend: async (req, fields) => {
      await req.run(updateInvitation, { id: fields.text('key'), resend: true })
      return redirectTo(INVITATIONS, t('Invitation sent again. The previous link no longer works.'))
    },
    revoke: async (req, fields) => {
      await req.run(deleteInvitation, { id: fields.text('key') })
      return redirectTo(INVITATIONS, t('Invitation revoked. Its link no longer works.'))
    },
  },
})

type Invitation = Awaited<ReturnType<typeof loadInvitations>>['data'][number]
const loadInvitations = (req: PageRequest) => req.run(listInvitations, {})

const STATES: Readonly<Record<Invitation['status'], readonly [Message, Tone]>> = {
  pending: [t('Pending'), 'open'],
  expired: [t('Expired'), 'bad'],
  accepted: [t('Accepted'), 'good'],
  revoked: [t('Revoked'), 'quiet'],
}

const columns = (req: PageRequest) => [
  {
    title: t('Email'),
    cell: ({ email, userUUID }: Invitation) =>
      userUUID === null ? html`<bdi>${email}</bdi>` : html`<a href="${PEOPLE}/${userUUID}"><bdi>${email}</bdi></a>`,
  },
  { title: t('Role'), cell: ({ roles }: Invitation) => roles.map(({ type }) => ROLES[type] ?? type).join(', ') },
  {
    title: t('Teams'),
    cell: ({ teams }: Invitation) => html`<bdi>${teams.map(({ name }) => name).join(', ')}</bdi>`,
  },
  { title: t('Status'), cell: ({ status }: Invitation) => badge(...STATES[status]) },
  { title: t('Invited by'), cell: ({ invitedBy }: Invitation) => html`<bdi>${invitedBy.email}</bdi>` },
  { title: t('Expires'), cell: ({ expiresAt }: Invitation) => dayOf(req, expiresAt) },
  {
    title: t('Actions', 'column'),
    kind: 'actions' as const,
    cell: ({ uuid, email, status }: Invitation) =>
      status === 'pending' || status === 'expired'
        ? html`${actionButton(req, { page: INVITATIONS, action: 'resend', key: uuid, button: t('Send again') })}${actionButton(
            req,
            {
              ...{ page: INVITATIONS, action: 'revoke', key: uuid, button: t('Revoke') },
              confirm: t`Revoke the invitation of ${email}? Its link stops working. You can invite the person again.`,
            },
          )}`
        : html``,
  },
]

export const rolesPage = adminPage({
  path: ROLES_PAGE,
  async show(req) {
    const { data } = await req.run(listOrganizationRoles, {})
    return {
      title: t('Roles'),
      body: html`${heading(t('Roles'), { words: t('Each user has one role. To change it, open the user on the People tab.'), tabs: peopleTabs(ROLES_PAGE) })}
${table(
  data,
  [
    { title: t('Role'), cell: ({ name, type }) => html`<b><bdi>${ROLES[type] ?? name}</bdi></b>` },
    { title: t('Access'), cell: ({ type }) => ROLE_ACCESS[type] ?? '' },
  ],
  { caption: t('Roles') },
)}`,
    }
  },
})
