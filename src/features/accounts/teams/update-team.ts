import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN, uuid } from '../../../core/wire.ts'
import { lockOrganization, teamsWithin } from '../identity/index.ts'
import { lockTeam, selectTeam, type TeamRow, updateTeamRow } from './queries.ts'
import { team, teamDomain, teamName } from './schema.ts'
import { serializeTeam } from './serialize.ts'

export const updateTeam = defineOperation({
  id: 'updateTeam',
  summary: 'Update a team',
  description:
    'Renames, moves or restores a team. Omitted fields keep their values. Requires the admin role. Returns 409 ' +
    '`team_cycle` if the new parent is the team itself or below it, and 409 `team_archived` for an archived team that is ' +
    'not restored in the same request.',
  tag: 'Teams',
  input: z
    .object({
      id: pathId('team'),
      name: teamName().optional().describe('Name of the team, 1 to 256 characters. Example: `Sales EMEA`.'),
      domain: teamDomain.optional().describe('Email domain of the team; empty for none. Example: `acme.com`.'),
      parentTeamUUID: uuid()
        .nullable()
        .optional()
        .describe(
          'ID of the new parent team, from `GET /organizations/teams`; null for the top level. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
        ),
      archived: z
        .literal(false)
        .optional()
        .describe('Restores an archived team, without members. Only false is allowed.'),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: team,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PATCH', path: '/organizations/teams/{id}', ...inData(team) },
  async handle({ id, name, domain, parentTeamUUID, archived }, ctx) {
    return ctx.transact(async (tx) => {
      await lockOrganization(tx, ctx.org)
      const standing = await lockTeam(tx, ctx.org, id)
      if (standing === undefined) throw notFound('team')
      const isArchived = standing.archived_at !== null && archived === undefined
      if (isArchived)
        throw conflict('team_archived', 'The team is archived. Set `archived` to false to restore it first.')
      const parentId = parentTeamUUID === undefined ? standing.parent_id : parentTeamUUID
      if (parentId !== null) await requirePlace(tx, ctx.org, standing, parentId)
      const changes = {
        name: name ?? standing.name,
        domain: domain === undefined ? standing.domain : domain || null,
        parent_id: parentId,
        archived_at: null,
      }
      const isSame = isDeepStrictEqual({ ...standing, ...changes }, standing)
      if (!isSame) await updateTeamRow(tx, ctx.org, id, changes, ctx.clock.now())
      return serializeTeam(tx, ctx.org, id)
    })
  },
})

/** Checks that the parent exists and doesn't create a cycle. The organization is locked, so the tree can't change. */
async function requirePlace(tx: Writer, org: OrganizationId, team: TeamRow, parentId: string): Promise<void> {
  const parent = await selectTeam(tx, org, parentId)
  if (parent === undefined || parent.archived_at !== null) {
    throw invalid({
      pointer: '/parentTeamUUID',
      detail: 'No active team has the ID in `parentTeamUUID`. Get IDs from `GET /organizations/teams`.',
    })
  }
  if ((await teamsWithin(tx, org, [team.id])).includes(parentId)) {
    throw conflict(
      'team_cycle',
      "A team can't be moved below itself or one of its child teams. Choose another `parentTeamUUID`.",
      '/parentTeamUUID',
    )
  }
}
