/** Pure rules of labels. */
import type { Problem } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import type { OptionInput } from './schema.ts'

export interface Option {
  readonly id: string
  readonly value: string
  readonly description: string
}

/**
 * Options of a label after `given` replaces the existing ones. An option keeps its ID if its ID is given, or else if
 * its value is given. A kept option without a new description keeps its description.
 */
export function resolveOptions(
  had: readonly Option[],
  given: readonly OptionInput[],
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
    if (values.has(value)) refuse('value', 'Another option in the request has this `value`. Values ignore case.')
    values.add(value)
    if (option.id !== undefined && !byId.has(option.id))
      refuse('id', 'The label has no option with this ID. Omit `id` to add an option.')
    if (option.id !== undefined && ids.has(option.id))
      refuse('id', 'Another option in the request has this `id`. Send each option once.')
    const sameValue = byValue.get(value)
    const stays =
      option.id !== undefined ? byId.get(option.id) : sameValue && !named.has(sameValue.id) ? sameValue : undefined
    const id = stays?.id ?? makeId()
    ids.add(id)
    return { id, value: option.value, description: option.description ?? stays?.description ?? '' }
  })
  return { options, problems }
}

/** Teams of a label, field configuration or similar after an update: all teams, or the listed teams. */
export function resolveTeams(
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
