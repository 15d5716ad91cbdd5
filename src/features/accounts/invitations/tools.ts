/** Tools of invitations. */
import { z } from 'zod'
import { roles } from '../../../core/principal.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { createInvitation } from './create-invitation.ts'
import { deleteInvitation } from './delete-invitation.ts'
import { listInvitations } from './list-invitations.ts'
import { INVITATION_DAYS } from './model.ts'
import { type invitation, invitedPerson, mailAddress, statuses } from './schema.ts'
import { updateInvitation } from './update-invitation.ts'

type Invitation = z.output<typeof invitation>

const toToolInvitation = ({ uuid, email, roles: [role], teams, status, expiresAt }: Invitation) => ({
  ...{ id: uuid, email, status, role: role?.type ?? '', expires_at: expiresAt },
  team_ids: teams.map((team) => team.uuid),
})
const invitationTold = { id: z.string(), email: z.string(), status: z.string() }
const formatTeamNames = ({ teams }: Invitation) => teams.map(({ name }) => name).join(', ')

const confirmInvitationChange = (done: string) => (given: Invitation) => {
  const { email, id, role, status, expires_at } = toToolInvitation(given)
  const name = `${given.firstName} ${given.lastName}`.trim()
  const facts = { Email: email, Name: name, Id: id, Role: role, Teams: formatTeamNames(given), Status: status }
  return { text: `${done}\n${lines({ ...facts, Expires: expires_at })}`, data: toToolInvitation(given) }
}

const invitationId = idArgument('invitation', 'list_invitations')
const person = {
  first_name: invitedPerson.firstName.describe('First name, maximum 128 characters. Example: `Anna`.'),
  last_name: invitedPerson.lastName.describe('Last name, maximum 128 characters. Example: `Berg`.'),
  team_ids: invitedPerson.teamUUIDs.describe(
    'IDs of teams, from list_teams, primary team first. Required for managers.',
  ),
}
const personNames = { first_name: 'firstName', last_name: 'lastName', team_ids: 'teamUUIDs' } as const
const RULES = 'Requires the admin role; managers can invite a SALES_REP to their teams and child teams.'

export const tools: readonly Tool[] = [
  defineTool(listInvitations, {
    name: 'list_invitations',
    title: 'List invitations',
    description:
      'Lists invitations to the organization, newest first. Users without the admin role get only the invitations they created.',
    args: { status: z.enum(statuses).optional().describe('Status to filter by. Defaults to all. Example: `pending`.') },
    paged: { max: 200 },
    data: { invitations: z.array(z.looseObject({ ...invitationTold, role: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Email', 'Role', 'Teams', 'Status', 'Expires', 'Invited by', 'Id'],
        data.map((one) => {
          const { email, role, status, expires_at, id } = toToolInvitation(one)
          return [email, role, formatTeamNames(one), status, expires_at, one.invitedBy.email, id]
        }),
      ),
      data: { invitations: data.map(toToolInvitation) },
    }),
  }),
  defineTool(createInvitation, {
    name: 'invite_user',
    title: 'Invite a person',
    hints: { effect: 'adds', idempotent: false, openWorld: true },
    description: `Sends a person an email with a link to join the organization, valid for ${INVITATION_DAYS} days. Call list_reps first to check that the person isn't a user. ${RULES}`,
    args: {
      email: mailAddress.meta({
        format: 'email',
        description: 'Email address of the person. Example: `anna@example.com`.',
      }),
      role: z.enum(roles).default('SALES_REP').describe('Role of the new user. Defaults to SALES_REP.'),
      ...person,
    },
    names: personNames,
    data: invitationTold,
    present: confirmInvitationChange('Created the invitation. Parley is sending the email.'),
  }),
  defineTool(updateInvitation, {
    name: 'update_invitation',
    title: 'Update an invitation',
    hints: { effect: 'changes', idempotent: false, openWorld: true },
    description:
      "Updates an invitation that isn't accepted or revoked, or sends it again. Omitted arguments keep their values. " +
      'Requires the same permissions as invite_user.',
    args: {
      invitation_id: invitationId,
      role: invitedPerson.role.describe('New role of the invited person. Example: `MANAGER`.'),
      ...person,
      resend: z
        .boolean()
        .optional()
        .describe(`Sends a new link, valid for ${INVITATION_DAYS} days, and invalidates the previous one.`),
    },
    names: { invitation_id: 'id', ...personNames },
    data: invitationTold,
    present: (given, { resend }) =>
      confirmInvitationChange(
        resend ? 'Updated the invitation. Parley is sending a new link.' : 'Updated the invitation.',
      )(given),
  }),
  defineTool(deleteInvitation, {
    name: 'delete_invitation',
    title: 'Revoke an invitation',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description:
      "Revokes an invitation and invalidates its link immediately. Accepted invitations can't be revoked; use delete_user instead.",
    args: { invitation_id: invitationId },
    names: { invitation_id: 'id' },
    data: { invitation_id: z.string(), status: z.string() },
    present: (_, { invitation_id }) => ({
      text: 'Revoked the invitation.',
      data: { invitation_id, status: 'revoked' },
    }),
  }),
]
