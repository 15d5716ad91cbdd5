import { z } from 'zod'
import { forbidden, invalid, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import type { Principal } from '../../../core/principal.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN, uuid } from '../../../core/wire.ts'
import { isMember, lockOrganization, updateUser, userExists } from './queries-people.ts'
import {
  appLanguage,
  givenSettings,
  languageTag,
  PERSON_NAME_MAX,
  personName,
  roleFields,
  userWithStanding,
} from './schema.ts'
import { serializeUser } from './serialize.ts'
import { changeRole, requireTeams, requireUser, roleNamed } from './user-lifecycle.ts'

export const updateOrganizationUser = defineOperation({
  id: 'updateOrganizationUser',
  summary: 'Update a user',
  description:
    'Updates the fields that you send. Omitted fields keep their values. Admins can update every user. Other users can ' +
    'update only themselves, without the role. Returns 409 `last_admin` if the last active admin would lose the role.',
  tag: 'Organization',
  input: z
    .object({
      id: pathId('user'),
      firstName: personName()
        .optional()
        .describe(`First name, maximum ${PERSON_NAME_MAX} characters. Example: \`Anna\`.`),
      lastName: personName()
        .optional()
        .describe(`Last name, maximum ${PERSON_NAME_MAX} characters. Example: \`Berg\`.`),
      botName: personName()
        .optional()
        .describe(
          `Display name of the meeting recorder of the user, maximum ${PERSON_NAME_MAX} characters. Example: \`Notetaker\`.`,
        ),
      transcriptLang: languageTag
        .optional()
        .describe('Preferred transcript language as a language tag (RFC 5646). Stored for clients. Example: `pt-BR`.'),
      language: appLanguage
        .nullable()
        .optional()
        .describe(
          'Language of the app and of emails to the user. Null removes the choice; the language is then the one of the ' +
            'browser. Example: `de`.',
        ),
      joinOutsideHostMeetings: z
        .boolean()
        .optional()
        .describe(
          'Whether a meeting recorder joins meetings with an external host. Stored for clients. Example: `true`.',
        ),
      settings: givenSettings.optional().describe('Meeting settings to change. Omitted settings keep their values.'),
      primaryTeamUUID: uuid()
        .optional()
        .describe(
          'ID of the primary team, from `GET /organizations/teams`. The user must be a member. New conversations of the ' +
            'user belong to this team unless the import sets another.',
        ),
      ...roleFields,
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
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
          throw invalid({
            pointer: '/primaryTeamUUID',
            detail: 'The user is not a member of this team. Add the user to the team first.',
          })
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
          language: changes.language,
          join_outside_host_meetings: changes.joinOutsideHostMeetings,
          primary_team_id: primaryTeamUUID,
        },
        changes.settings ?? {},
        at,
      )
      return serializeUser(tx, ctx.org, id)
    })
  },
})

function requireMay(principal: Principal, id: string, namesRole: boolean): void {
  if (principal.role === 'ADMIN') return
  if (namesRole) throw forbidden('admin_required', 'Changing a role requires the admin role.')
  if (principal.user?.id !== id)
    throw forbidden('admin_required', 'Updating another user requires the admin role. You can update your own user.')
}
