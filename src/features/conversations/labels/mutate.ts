/** Validation shared by creating and updating labels. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { requireTeams } from '../../accounts/identity/index.ts'
import { type Option, resolveOptions, resolveTeams } from './model.ts'
import type { OptionInput } from './schema.ts'

export const nameTaken = () =>
  conflict('label_exists', 'Another label has this name. Names ignore case. Choose another `name`.', '/name')

/** @throws AppError `validation_failed` */
export function optionsFrom(had: readonly Option[], given: readonly OptionInput[]): Option[] {
  const { options, problems } = resolveOptions(had, given, newId)
  const [first, ...rest] = problems
  if (first !== undefined) throw invalid(first, ...rest)
  return options
}

/** @throws AppError `validation_failed` if teams are combined with `allTeams: true`, or a team doesn't exist */
export async function resolveAssignment(
  tx: Writer,
  org: OrganizationId,
  had: { readonly allTeams: boolean; readonly teamIds: readonly string[] },
  given: { readonly allTeams?: boolean | undefined; readonly teamsUUID?: readonly string[] | undefined },
): Promise<{ allTeams: boolean; teamIds: readonly string[] }> {
  const { allTeams, teamsUUID = [] } = given
  if (allTeams === true && teamsUUID.length > 0) {
    throw invalid({
      pointer: '/teamsUUID',
      detail: "`teamsUUID` can't be combined with `allTeams: true`. Send only one of them.",
    })
  }
  await requireTeams(tx, org, teamsUUID, '/teamsUUID')
  return resolveTeams(had, { allTeams, teamIds: given.teamsUUID })
}
