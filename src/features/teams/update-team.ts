import { z } from 'zod'
import type { Writer } from '../../core/db.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { pathId, SOMETHING_GIVEN, somethingGiven, uuid } from '../../core/wire.ts'
import { lockOrganization, teamsWithin } from '../identity/index.ts'
import { lockTeam, selectTeam, type TeamRow, updateTeamRow } from './queries.ts'
import { team, teamDomain, teamName } from './schema.ts'
import { tellTeam } from './told.ts'

export const updateTeam = defineOperation({
  id: 'updateTeam',
  summary: 'Rename, move or bring back a team; what is left out stays as it is.',
  description:
    'An empty `domain` clears it; a `parentTeamUUID` of null moves the team to the top. Nothing lies below itself: 409 ' +
    '`team_cycle`. `archived: false` brings an archived team back, without members.',
  tag: 'Teams',
  input: z
    .object({
      id: pathId('team'),
      name: teamName().optional(),
      domain: teamDomain.optional(),
      parentTeamUUID: uuid().nullable().optional(),
      archived: z.literal(false).optional(),
    })
    .refine(somethingGiven('id'), SOMETHING_GIVEN),
  output: team,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PATCH', path: '/organizations/teams/{id}', ...inData(team) },
  async handle({ id, name, domain, parentTeamUUID, archived }, ctx) {
    return ctx.transact(async (tx) => {
      await lockOrganization(tx, ctx.org)
      const standing = await lockTeam(tx, ctx.org, id)
      if (standing === undefined) throw notFound('team')
      const isArchived = standing.archived_at !== null && archived === undefined
      if (isArchived) throw conflict('team_archived', 'The team is archived; bring it back first.')
      const parentId = parentTeamUUID === undefined ? standing.parent_id : parentTeamUUID
      if (parentId !== null) await requirePlace(tx, ctx.org, standing, parentId)
      await updateTeamRow(tx, ctx.org, id, {
        name,
        domain: domain === undefined ? undefined : domain || null,
        parent_id: parentId,
        archived_at: null,
      })
      return tellTeam(tx, ctx.org, id)
    })
  },
})

/** Whether the team may lie below that one. The organization is locked, so the tree stays as it is seen here. */
async function requirePlace(tx: Writer, org: OrganizationId, team: TeamRow, parentId: string): Promise<void> {
  const parent = await selectTeam(tx, org, parentId)
  if (parent === undefined || parent.archived_at !== null) {
    throw invalid({ pointer: '/parentTeamUUID', detail: 'There is no such team to lie below.' })
  }
  if ((await teamsWithin(tx, org, [team.id])).includes(parentId)) {
    throw conflict('team_cycle', 'A team cannot lie below itself or a team below it.', '/parentTeamUUID')
  }
}
