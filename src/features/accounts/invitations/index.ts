/**
 * Invitations of new users to an organization.
 *
 * An **invitation** lets a person with an email address join with a role and teams. It is **pending** until it is
 * accepted, revoked or **expires** after 14 days. An address has at most one pending invitation. Sending it again
 * creates a new link and invalidates the previous one.
 *
 * The link contains a secret. The job that sends the email creates it, and only its digest is stored, so the secret is
 * never in the database, the queue or a response. A person with the link can **accept** the invitation once and becomes
 * a user. Acceptance requires no key and is therefore not an operation: sign-in calls `acceptInvitation`. A person who
 * signs in with the identity provider of the organization doesn't need the link.
 *
 * Admins can invite with any role, managers can invite members to teams they can read, and sales
 * representatives can't invite. Admins can read all invitations, other users only their own.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { createInvitation } from './create-invitation.ts'
import { deleteInvitation } from './delete-invitation.ts'
import { listInvitations } from './list-invitations.ts'
import { sendInvitation } from './send-invitation.job.ts'
import { updateInvitation } from './update-invitation.ts'

export { acceptInvitation, acceptInvitationByEmail } from './accept.ts'
export { tools } from './tools.ts'

export { createInvitation, deleteInvitation, listInvitations, updateInvitation }

export const operations: readonly AnyOperation[] = [
  listInvitations,
  createInvitation,
  updateInvitation,
  deleteInvitation,
]

export const jobs: readonly AnyJob[] = [sendInvitation]
