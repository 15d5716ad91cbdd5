/** Invitations, and an overview of the roles. */
import { listOrganizationRoles } from '../../features/accounts/identity/index.ts'
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  updateInvitation,
} from '../../features/accounts/invitations/index.ts'
import { type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { actionButton, checksField, disclosure, form, selectField, textField } from '../components/form.ts'
import { badge, empty, heading, type Tone } from '../components/layout.ts'
import { pageAsked, pager, table, withQuery } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import { dayOf } from '../components/times.ts'
import { INVITATIONS, PEOPLE, peopleTabs, ROLES_PAGE } from './people-tabs.ts'
import { adminPage, ROLES, roleChoices } from './shared.ts'

export const invitationsPage = adminPage({
  path: INVITATIONS,
  async show(req) {
    const isAll = req.query.get('all') === 'true'
    const [teams, { data, meta }] = await Promise.all([
      teamChoices(req),
      req.run(listInvitations, { page: pageAsked(req), ...(isAll ? {} : { status: 'pending,expired' }) }),
    ])
    const invite = form(req, { page: INVITATIONS, action: 'invite', button: 'Send invitation' }, (fill) => [
      textField(fill, { name: 'email', label: 'Email address', type: 'email', required: true, max: 254 }),
      textField(fill, { name: 'firstName', label: 'First name', max: 128 }),
      textField(fill, { name: 'lastName', label: 'Last name', max: 128 }),
      selectField(fill, { name: 'role', label: 'Role', value: 'SALES_REP', choices: roleChoices }),
      checksField(fill, { name: 'teamUUIDs', label: 'Teams', choices: teams }),
    ])
    return {
      title: 'Invitations',
      body: html`${heading('Invitations', { words: 'Parley emails each invited person a sign-up link that is valid for 14 days.' })}
${peopleTabs(INVITATIONS)}
${disclosure('New invitation', invite, req.attempt?.action === 'invite' || meta.totalRecords === 0)}
<p class="admin-toggle"><a href="${withQuery(INVITATIONS, { all: isAll ? undefined : 'true' })}">${isAll ? 'Hide accepted and revoked invitations' : 'Show accepted and revoked invitations'}</a></p>
${data.length === 0 ? empty('No open invitations', 'Invite people to give them access to calls, clips and coaching. Open invitations appear here until they are accepted.') : table<Invitation>(data, columns(req), { caption: 'Invitations' })}
${pager(req, meta)}`,
    }
  },
  actions: {
    invite: async (req, fields) => {
      const { email } = await req.run(createInvitation, {
        ...{ email: fields.text('email'), firstName: fields.text('firstName'), lastName: fields.text('lastName') },
        ...{ role: fields.text('role') as 'ADMIN', teamUUIDs: fields.all('teamUUIDs') },
      })
      return redirectTo(INVITATIONS, `Invitation sent to ${email}`)
    },
    resend: async (req, fields) => {
      await req.run(updateInvitation, { id: fields.text('key'), resend: true })
      return redirectTo(INVITATIONS, 'Invitation sent again. The previous link no longer works.')
    },
    revoke: async (req, fields) => {
      await req.run(deleteInvitation, { id: fields.text('key') })
      return redirectTo(INVITATIONS, 'Invitation revoked. Its link no longer works.')
    },
  },
})

type Invitation = Awaited<ReturnType<typeof loadInvitations>>['data'][number]
const loadInvitations = (req: PageRequest) => req.run(listInvitations, {})

const STATES: Readonly<Record<Invitation['status'], readonly [string, Tone]>> = {
  pending: ['Pending', 'open'],
  expired: ['Expired', 'bad'],
  accepted: ['Accepted', 'good'],
  revoked: ['Revoked', 'quiet'],
}

const columns = (req: PageRequest) => [
  {
    title: 'Email',
    cell: ({ email, userUUID }: Invitation) =>
      userUUID === null ? html`<bdi>${email}</bdi>` : html`<a href="${PEOPLE}/${userUUID}"><bdi>${email}</bdi></a>`,
  },
  { title: 'Role', cell: ({ roles }: Invitation) => roles.map(({ type }) => ROLES[type] ?? type).join(', ') },
  {
    title: 'Teams',
    cell: ({ teams }: Invitation) => html`<bdi>${teams.map(({ name }) => name).join(', ')}</bdi>`,
  },
  { title: 'Status', cell: ({ status }: Invitation) => badge(...STATES[status]) },
  { title: 'Invited by', cell: ({ invitedBy }: Invitation) => html`<bdi>${invitedBy.email}</bdi>` },
  { title: 'Expires', cell: ({ expiresAt }: Invitation) => dayOf(req, expiresAt) },
  {
    title: 'Actions',
    kind: 'actions' as const,
    cell: ({ uuid, email, status }: Invitation) =>
      status === 'pending' || status === 'expired'
        ? html`${actionButton(req, { page: INVITATIONS, action: 'resend', key: uuid, button: 'Send again' })}${actionButton(
            req,
            {
              ...{ page: INVITATIONS, action: 'revoke', key: uuid, button: 'Revoke' },
              confirm: `Revoke the invitation of ${email}? Its link stops working. You can invite the person again.`,
            },
          )}`
        : html``,
  },
]

const MAY: Readonly<Record<string, string>> = {
  ADMIN:
    'Sees all calls, including private ones. Manages people, teams, API keys, scorecards, fields, CRM connections and privacy.',
  MANAGER:
    'Sees their own calls and the calls of their teams and child teams, except private ones. Invites reps to these teams.',
  SALES_REP: 'Sees their own calls and the calls of their teams and child teams, except private ones.',
}

export const rolesPage = adminPage({
  path: ROLES_PAGE,
  async show(req) {
    const { data } = await req.run(listOrganizationRoles, {})
    return {
      title: 'Roles',
      body: html`${heading('Roles', { words: 'Each user has one role. To change it, open the user on the People tab.' })}
${peopleTabs(ROLES_PAGE)}
${table(
  data,
  [
    { title: 'Role', cell: ({ name, type }) => html`<b><bdi>${ROLES[type] ?? name}</bdi></b>` },
    { title: 'Access', cell: ({ type }) => MAY[type] ?? '' },
  ],
  { caption: 'Roles' },
)}`,
    }
  },
})
