/** Pure rules of scorecards. */
import { invalid } from '../../core/errors.ts'

interface GivenTeam {
  readonly teamId?: string | undefined
  readonly teamUUID?: string | undefined
  readonly allTeams?: boolean | undefined
}

/**
 * The team that a request names, under either of its names, and where in the request.
 * @throws AppError `validation_failed`: two different teams, or one beside all of them
 */
export function teamNamed({ teamId, teamUUID, allTeams }: GivenTeam): { id: string; pointer: string } | undefined {
  const id = teamId ?? teamUUID
  if (id === undefined) return undefined
  const pointer = teamId === undefined ? '/teamUUID' : '/teamId'
  if (allTeams === true) throw invalid({ pointer, detail: 'This cannot stand beside allTeams: true.' })
  if (teamUUID !== undefined && teamUUID !== id) {
    throw invalid({ pointer: '/teamUUID', detail: 'This must be the same as teamId.' })
  }
  return { id, pointer }
}

/** Where a scorecard applies after a change: a team takes all of them off, and all of them the team. */
export function settleTeam(
  had: { readonly allTeams: boolean; readonly teamId: string | null },
  given: { readonly allTeams: boolean | undefined; readonly teamId: string | undefined },
): { allTeams: boolean; teamId: string | null } {
  if (given.allTeams === true) return { allTeams: true, teamId: null }
  if (given.teamId !== undefined) return { allTeams: false, teamId: given.teamId }
  return { allTeams: given.allTeams ?? had.allTeams, teamId: had.teamId }
}
