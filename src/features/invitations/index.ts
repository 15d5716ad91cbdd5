/**
 * Invitations: how people come in.
 *
 * An **invitation** asks one person, by e-mail address, to join with a role and teams. It is **pending** until it is
 * accepted, revoked or **expires** after 14 days; an address has at most one that is pending. Sending it again makes a new
 * link, with which the one before ends.
 *
 * The link carries a secret of which only a digest is stored. It is made by the job that sends the mail, so that it lies
 * nowhere: not in the database, not in the queue, not in an answer. Whoever has it may **accept**, once, and is then a
 * user. Acceptance needs no key, so it is no operation: sign-in calls `acceptInvitation`. Who comes by the provider of their
 * organization has shown as much, and joins as they were invited.
 *
 * Admins invite anybody; managers invite sales representatives into teams they see; sales representatives nobody. Admins
 * see all invitations, everybody else those they made.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { createInvitation } from './create-invitation.ts'
import { deleteInvitation } from './delete-invitation.ts'
import { listInvitations } from './list-invitations.ts'
import { sendInvitation } from './send-invitation.job.ts'
import { updateInvitation } from './update-invitation.ts'

export { acceptInvitation, acceptInvitationOf } from './accept.ts'
export { tools } from './tools.ts'

export { createInvitation, deleteInvitation, listInvitations, updateInvitation }

export const operations: readonly AnyOperation[] = [
  listInvitations,
  createInvitation,
  updateInvitation,
  deleteInvitation,
]

export const jobs: readonly AnyJob[] = [sendInvitation]
