/** Converts users, teams and roles to API records (contract, "Organization user"). */
import type { Reader, Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import { isLanguage } from '../../../core/languages/current.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import { selectUsers, type UserRow } from './queries.ts'
import { ROLE_NAMES } from './schema.ts'

/** @throws AppError `user_not_found` */
export async function serializeUser(db: Reader | Writer, org: OrganizationId, id: string) {
  const [user] = await selectUsers(db, org, { id, alsoDeactivated: true })
  if (user === undefined) throw notFound('user')
  const language = isLanguage(user.language) ? user.language : null
  return { ...toUserRecord(org, user), active: user.active, language }
}

export function toUserRecord(org: OrganizationId, user: UserRow) {
  return {
    uuid: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    botName: user.bot_name,
    primaryTeamUUID: user.primary_team_id ?? '',
    transcriptLang: user.transcript_lang,
    ...(user.join_outside_host_meetings === null ? {} : { joinOutsideHostMeetings: user.join_outside_host_meetings }),
    roles: [toRoleRecord({ id: user.role_id, type: user.role_type })],
    settings: user.settings,
    teams: user.teams.map((team) => toTeamRecord(org, team)),
    updatedAt: user.updated_at,
  }
}

/** Converts a team without its child teams, which only `getTeam` returns. */
export function toTeamRecord(
  org: OrganizationId,
  team: { id: string; name: string; domain: string | null; parent_id: string | null },
) {
  return {
    uuid: team.id,
    name: team.name,
    domain: team.domain ?? '',
    organizationUUID: org,
    ...(team.parent_id === null ? {} : { parentTeamUUID: team.parent_id }),
    children: [],
  }
}

/** Converts a role. Its name follows from its type, so organizations with roles of earlier versions get the current one. */
export const toRoleRecord = (role: { id: string; type: Role }) => ({
  name: ROLE_NAMES[role.type],
  type: role.type,
  uuid: role.id,
})
