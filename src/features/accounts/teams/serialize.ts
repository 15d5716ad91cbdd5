/** Serializes teams (contract, "Organization user"). */
import type { Reader, Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { toTeamRecord } from '../identity/index.ts'
import { selectChildren, selectTeam, type TeamRow } from './queries.ts'

export const serializeListedTeam = (org: OrganizationId, row: TeamRow) => ({
  ...toTeamRecord(org, row),
  archived: row.archived_at !== null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** @throws AppError `team_not_found`. */
export async function serializeTeam(db: Reader | Writer, org: OrganizationId, id: string) {
  const row = await selectTeam(db, org, id)
  if (row === undefined) throw notFound('team')
  const children = await selectChildren(db, org, id)
  return { ...serializeListedTeam(org, row), children: children.map((child) => toTeamRecord(org, child)) }
}
