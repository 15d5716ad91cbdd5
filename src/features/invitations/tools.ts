/** Invitations, for assistants. */
import { z } from 'zod'
import { roles } from '../../core/principal.ts'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines, table } from '../../core/tool-text.ts'
import { createInvitation } from './create-invitation.ts'
import { deleteInvitation } from './delete-invitation.ts'
import { listInvitations } from './list-invitations.ts'
import { type invitation, invitedPerson, mailAddress, statuses } from './schema.ts'
import { updateInvitation } from './update-invitation.ts'

type Invitation = z.output<typeof invitation>

const tell = ({ uuid, email, roles: [role], teams, status, expiresAt }: Invitation) => ({
  ...{ id: uuid, email, status, role: role?.type ?? '', expires_at: expiresAt },
  team_ids: teams.map((team) => team.uuid),
})
const invitationTold = { id: z.string(), email: z.string(), status: z.string() }
const teamsOf = ({ teams }: Invitation) => teams.map(({ name }) => name).join(', ')

const told = (done: string) => (given: Invitation) => {
  const { email, id, role, status, expires_at } = tell(given)
  const name = `${given.firstName} ${given.lastName}`.trim()
  const facts = { 'E-mail': email, Name: name, Id: id, Role: role, Teams: teamsOf(given), Status: status }
  return { text: `${done}\n${lines({ ...facts, Expires: expires_at })}`, data: tell(given) }
}

const invitationId = idOf('invitation', 'list_invitations')
const person = {
  first_name: invitedPerson.firstName.describe('First name.'),
  last_name: invitedPerson.lastName.describe('Last name.'),
  team_ids: invitedPerson.teamUUIDs.describe('From list_teams, the primary one first.'),
}
const personNames = { first_name: 'firstName', last_name: 'lastName', team_ids: 'teamUUIDs' } as const
const RULES = 'Admins invite anybody, managers a SALES_REP into teams they see.'

export const tools: readonly Tool[] = [
  defineTool(listInvitations, {
    name: 'list_invitations',
    title: 'List invitations',
    description: 'Invitations to the organization, newest first; who is no admin sees their own.',
    args: { status: z.enum(statuses).optional().describe('Only these.') },
    paged: { max: 200 },
    data: { invitations: z.array(z.looseObject({ ...invitationTold, role: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['E-mail', 'Role', 'Teams', 'Status', 'Expires', 'Invited by', 'Id'],
        data.map((one) => {
          const { email, role, status, expires_at, id } = tell(one)
          return [email, role, teamsOf(one), status, expires_at, one.invitedBy.email, id]
        }),
      ),
      data: { invitations: data.map(tell) },
    }),
  }),
  defineTool(createInvitation, {
    name: 'invite_user',
    title: 'Invite a person',
    description: `Mails a person a link to join the organization, which counts for 14 days. ${RULES} See first whether list_reps has them.`,
    args: {
      email: mailAddress.meta({ format: 'email', description: 'Their address.' }),
      role: z.enum(roles).default('SALES_REP').describe('Their role.'),
      ...person,
    },
    names: personNames,
    openWorld: true,
    data: invitationTold,
    present: told('Invited. The mail is on its way.'),
  }),
  defineTool(updateInvitation, {
    name: 'update_invitation',
    title: 'Change an invitation',
    description:
      'Changes an invitation that is not accepted yet, or sends it again; what is left out stays. The result must be ' +
      'one that you could make with invite_user.',
    args: {
      invitation_id: invitationId,
      role: invitedPerson.role.describe('Their role.'),
      ...person,
      resend: z.boolean().optional().describe('Mail a new link for 14 days; the old one ends.'),
    },
    names: { invitation_id: 'id', ...personNames },
    openWorld: true,
    data: invitationTold,
    present: (given, { resend }) =>
      told(resend ? 'Changed the invitation. A new link is on its way.' : 'Changed the invitation.')(given),
  }),
  defineTool(deleteInvitation, {
    name: 'delete_invitation',
    title: 'Revoke an invitation',
    description: 'Ends the link of an invitation at once. One that was accepted stays: see delete_user.',
    args: { invitation_id: invitationId },
    names: { invitation_id: 'id' },
    destructive: true,
    idempotent: true,
    data: { invitation_id: z.string(), status: z.string() },
    present: (_, { invitation_id }) => ({
      text: 'Revoked the invitation.',
      data: { invitation_id, status: 'revoked' },
    }),
  }),
]
