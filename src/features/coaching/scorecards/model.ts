/** Pure rules of scorecards. */
import { invalid } from '../../../core/errors.ts'

interface TeamInput {
  readonly teamId?: string | undefined
  readonly teamUUID?: string | undefined
  readonly allTeams?: boolean | undefined
}

/**
 * Team that a request sets, by either field name, and a pointer to the field.
 * @throws AppError `validation_failed` for two different teams, or for a team together with `allTeams`
 */
export function teamNamed({ teamId, teamUUID, allTeams }: TeamInput): { id: string; pointer: string } | undefined {
  const id = teamId ?? teamUUID
  if (id === undefined) return undefined
  const pointer = teamId === undefined ? '/teamUUID' : '/teamId'
  if (allTeams === true)
    throw invalid({
      pointer,
      detail: `\`${pointer.slice(1)}\` can't be combined with \`allTeams: true\`. Send only one of them.`,
    })
  if (teamUUID !== undefined && teamUUID !== id) {
    throw invalid({ pointer: '/teamUUID', detail: '`teamUUID` must be the same as `teamId`. Send only one of them.' })
  }
  return { id, pointer }
}

/** Team assignment after a change: setting a team clears `allTeams`, and setting `allTeams` clears the team. */
export function resolveTeam(
  had: { readonly allTeams: boolean; readonly teamId: string | null },
  given: { readonly allTeams: boolean | undefined; readonly teamId: string | undefined },
): { allTeams: boolean; teamId: string | null } {
  if (given.allTeams === true) return { allTeams: true, teamId: null }
  if (given.teamId !== undefined) return { allTeams: false, teamId: given.teamId }
  return { allTeams: given.allTeams ?? had.allTeams, teamId: had.teamId }
}
