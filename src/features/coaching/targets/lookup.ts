/** Finds the targets that apply to teams. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { resolveTargets, type TargetValue } from './model.ts'
import { selectAllTargets, selectTeamChains } from './queries.ts'

/** @param teamId null for the organization, and for calls and users without a team */
export type TargetLookup = (teamId: string | null) => readonly TargetValue[]

/** Reads targets once for several teams. Organizations without targets of teams need one statement. */
export async function loadTargetLookup(
  db: Reader,
  org: OrganizationId,
  teamIds: readonly (string | null)[],
): Promise<TargetLookup> {
  const rows = await selectAllTargets(db, org)
  const targets = rows.map(
    ({ id, figure, minimum, maximum, team_id: teamId, scorecard_id: scorecardId }): TargetValue => ({
      ...{ id, figure, minimum, maximum, teamId, scorecardId },
    }),
  )
  const asked = [...new Set(teamIds.filter((id) => id !== null))]
  const hasTeams = targets.some(({ teamId }) => teamId !== null)
  const chains = hasTeams && asked.length > 0 ? await selectTeamChains(db, org, asked) : new Map<string, string[]>()
  return (teamId) => resolveTargets(targets, teamId === null ? [] : (chains.get(teamId) ?? []))
}
