/** What creating and changing a label have in common. */
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import { conflict, invalid } from '../../core/errors.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { requireTeams } from '../identity/index.ts'
import { type Option, settleOptions, settleTeams } from './model.ts'
import type { GivenOption } from './schema.ts'

export const nameTaken = () => conflict('label_exists', 'The organization has a label of this name already.', '/name')

/** @throws AppError `validation_failed` */
export function optionsFrom(had: readonly Option[], given: readonly GivenOption[]): Option[] {
  const { options, problems } = settleOptions(had, given, newId)
  const [first, ...rest] = problems
  if (first !== undefined) throw invalid(first, ...rest)
  return options
}

/** @throws AppError `validation_failed`: named teams beside all of them, or a team that does not exist */
export async function offeredTo(
  tx: Writer,
  org: OrganizationId,
  had: { readonly allTeams: boolean; readonly teamIds: readonly string[] },
  given: { readonly allTeams?: boolean | undefined; readonly teamsUUID?: readonly string[] | undefined },
): Promise<{ allTeams: boolean; teamIds: readonly string[] }> {
  const { allTeams, teamsUUID = [] } = given
  if (allTeams === true && teamsUUID.length > 0) {
    throw invalid({ pointer: '/teamsUUID', detail: 'This cannot stand beside allTeams: true.' })
  }
  await requireTeams(tx, org, teamsUUID, '/teamsUUID')
  return settleTeams(had, { allTeams, teamIds: given.teamsUUID })
}
