import { z } from 'zod'
import { forbidden, invalid, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import type { Principal } from '../../core/principal.ts'
import { pathId, SOMETHING_GIVEN, somethingGiven, uuid } from '../../core/wire.ts'
import { changeRole, requireTeams, requireUser, roleNamed } from './people.ts'
import { isMember, lockOrganization, updateUser, userExists } from './queries-people.ts'
import { givenSettings, languageTag, personName, roleFields, userWithStanding } from './schema.ts'
import { tellUser } from './told.ts'

export const updateOrganizationUser = defineOperation({
  id: 'updateOrganizationUser',
  summary: 'Change a user; what is left out stays as it is.',
  description:
    'Admins change everybody; everybody else changes themselves, except for the role. The primary team is one of the ' +
    "user's own. The last active admin stays one: 409 `last_admin`.",
  tag: 'Organization',
  input: z
    .object({
      id: pathId('user'),
      firstName: personName().optional(),
      lastName: personName().optional(),
      botName: personName().optional(),
      transcriptLang: languageTag.optional(),
      joinOutsideHostMeetings: z.boolean().optional(),
      settings: givenSettings.optional(),
      primaryTeamUUID: uuid().optional(),
      ...roleFields,
    })
    .refine(somethingGiven('id'), SOMETHING_GIVEN),
  output: userWithStanding,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/organizations/users/{id}', ...inData(userWithStanding) },
  async handle({ id, role, roleUUID, ...changes }, ctx) {
    const namesRole = role !== undefined || roleUUID !== undefined
    return ctx.transact(async (tx) => {
      if (!(await userExists(tx, ctx.org, id))) throw notFound('user')
      requireMay(ctx.principal, id, namesRole)
      const at = ctx.clock.now()
      const { primaryTeamUUID } = changes
      if (namesRole) await lockOrganization(tx, ctx.org)
      if (primaryTeamUUID !== undefined) {
        await requireTeams(tx, ctx.org, [primaryTeamUUID], '/primaryTeamUUID')
        await requireUser(tx, ctx.org, id)
        if (!(await isMember(tx, ctx.org, primaryTeamUUID, id))) {
          throw invalid({ pointer: '/primaryTeamUUID', detail: 'The user is no member of this team.' })
        }
      }
      if (namesRole) await changeRole(tx, ctx.org, id, await roleNamed(tx, ctx.org, { role, roleUUID }), at)
      await updateUser(
        tx,
        ctx.org,
        id,
        {
          first_name: changes.firstName,
          last_name: changes.lastName,
          bot_name: changes.botName,
          transcript_lang: changes.transcriptLang,
          join_outside_host_meetings: changes.joinOutsideHostMeetings,
          primary_team_id: primaryTeamUUID,
        },
        changes.settings ?? {},
        at,
      )
      return tellUser(tx, ctx.org, id)
    })
  },
})

function requireMay(principal: Principal, id: string, namesRole: boolean): void {
  if (principal.role === 'ADMIN') return
  if (namesRole) throw forbidden('admin_required', 'Only admins change roles.')
  if (principal.user?.id !== id) throw forbidden('admin_required', 'Only admins change other users.')
}
