import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { conflict, forbidden } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { requireTeams, roleNamed } from '../identity/index.ts'
import { countMail } from '../mail/index.ts'
import { expiryFrom, requireMayInvite } from './model.ts'
import { insertInvitation, standingOfAddress } from './queries.ts'
import { invitation, invitedPerson, mailAddress } from './schema.ts'
import { sendInvitation } from './send-invitation.job.ts'
import { tellInvitation } from './told.ts'

export const createInvitation = defineOperation({
  id: 'createInvitation',
  summary: 'Invite a person to the organization by e-mail.',
  description:
    'The role is `SALES_REP` unless told otherwise; the first team becomes the primary one. Admins invite anybody, ' +
    'managers sales representatives into teams they see. An address has one pending invitation at a time: 409 ' +
    '`invitation_exists`.',
  tag: 'Invitations',
  input: z.object({ email: mailAddress, ...invitedPerson }),
  output: invitation,
  requires: { scope: 'write', level: 'user' },
  rest: {
    ...{ method: 'POST', derived: false, path: '/organizations/invitations', status: 201, refusals: [429] },
    ...inData(invitation),
  },
  async handle({ email, firstName = '', lastName = '', teamUUIDs = [], role, roleUUID }, ctx) {
    const { user } = ctx.principal
    if (user === undefined) throw forbidden('user_required', 'An invitation is made by a user.')
    const id = newId()
    const now = ctx.clock.now()
    return ctx.transact(async (tx) => {
      const named = roleUUID === undefined ? { role: role ?? 'SALES_REP' } : { role, roleUUID }
      const wanted = await roleNamed(tx, ctx.org, named)
      requireMayInvite(ctx.principal, { role: wanted.type, teamIds: teamUUIDs })
      await requireTeams(tx, ctx.org, teamUUIDs, '/teamUUIDs')
      const standing = await standingOfAddress(tx, ctx.org, email)
      if (standing?.active) throw conflict('email_taken', 'A user of the organization has this address.', '/email')
      if (standing !== undefined) {
        throw conflict('user_deactivated', 'A deactivated user has this address; an admin may let them in.', '/email')
      }
      const made = await insertInvitation(tx, ctx.org, {
        id,
        email,
        emailFolded: fold(email),
        firstName,
        lastName,
        roleId: wanted.id,
        teamIds: teamUUIDs,
        invitedBy: user.id,
        createdAt: now,
        expiresAt: expiryFrom(now),
      })
      if (!made) throw conflict('invitation_exists', 'A pending invitation of this address is there already.', '/email')
      await countMail(tx, ctx, [email], user.id)
      await ctx.jobs.add(tx, ctx.org, sendInvitation, { id })
      ctx.names('invitation', id)
      return tellInvitation(tx, ctx.org, id, now)
    })
  },
})
