/** Pure rules of labels. */
import type { Problem } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import type { GivenOption } from './schema.ts'

export interface Option {
  readonly id: string
  readonly value: string
  readonly description: string
}

/**
 * The options a label has after `given` replaced those it had. An option stays when its id is given, or else when its
 * value is; one that stays and comes without a description keeps the one it had.
 */
export function settleOptions(
  had: readonly Option[],
  given: readonly GivenOption[],
  makeId: () => string,
): { options: Option[]; problems: Problem[] } {
  const byId = new Map(had.map((option) => [option.id, option]))
  const byValue = new Map(had.map((option) => [fold(option.value), option]))
  const named = new Set(given.map((option) => option.id))
  const values = new Set<string>()
  const ids = new Set<string>()
  const problems: Problem[] = []
  const options = given.map((option, index): Option => {
    const refuse = (field: string, detail: string) => problems.push({ pointer: `/options/${index}/${field}`, detail })
    const value = fold(option.value)
    if (values.has(value)) refuse('value', 'The label has an option of this value already.')
    values.add(value)
    if (option.id !== undefined && !byId.has(option.id)) refuse('id', 'The label has no such option.')
    if (option.id !== undefined && ids.has(option.id)) refuse('id', 'This option stands twice in the request.')
    const sameValue = byValue.get(value)
    const stays =
      option.id !== undefined ? byId.get(option.id) : sameValue && !named.has(sameValue.id) ? sameValue : undefined
    const id = stays?.id ?? makeId()
    ids.add(id)
    return { id, value: option.value, description: option.description ?? stays?.description ?? '' }
  })
  return { options, problems }
}

/** Which teams something is offered to after `given`: all of them, or those named. */
export function settleTeams(
  had: { readonly allTeams: boolean; readonly teamIds: readonly string[] },
  given: { readonly allTeams?: boolean | undefined; readonly teamIds?: readonly string[] | undefined },
): { allTeams: boolean; teamIds: readonly string[] } {
  const namesTeams = given.teamIds !== undefined && given.teamIds.length > 0
  if (given.allTeams === true) return { allTeams: true, teamIds: [] }
  return {
    allTeams: given.allTeams ?? (namesTeams ? false : had.allTeams),
    teamIds: given.teamIds ?? had.teamIds,
  }
}
