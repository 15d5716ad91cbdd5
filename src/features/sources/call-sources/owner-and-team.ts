import type { Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { findUser, requireTeams } from '../../accounts/identity/index.ts'

/** @throws AppError `validation_failed` unless the owner is an active user and the team exists */
export async function requireOwnerAndTeam(
  tx: Writer,
  org: OrganizationId,
  { ownerId, teamId }: { readonly ownerId: string | null | undefined; readonly teamId: string | null | undefined },
): Promise<void> {
  if (ownerId !== null && ownerId !== undefined && (await findUser(tx, org, { id: ownerId })) === undefined) {
    throw invalid({
      pointer: '/ownerUUID',
      detail: 'The user does not exist or is not active. Use an ID from `GET /organizations/users`.',
    })
  }
  if (teamId !== null && teamId !== undefined) await requireTeams(tx, org, [teamId], '/teamUUID')
}
