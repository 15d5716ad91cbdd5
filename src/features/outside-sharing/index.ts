/**
 * Sharing outside the organization: whether people may show decks to outside addresses, and clips to everybody who has
 * the link.
 *
 * Allowed unless an admin disables it. While it is disabled, nothing new is shared outside (403
 * `outside_sharing_disabled`), and links that were shared before open nothing for people outside. They work again when
 * an admin enables it. Whoever signs in and may see a clip still opens its link.
 *
 * The feature is below decks and snippets, which read it each time a link is opened.
 */
import type { Reader, Writer } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { getOrganizationSharing } from './get-organization-sharing.ts'
import { selectSharing } from './queries.ts'
import { replaceOrganizationSharing } from './replace-organization-sharing.ts'

export { getOrganizationSharing, replaceOrganizationSharing }

export const operations: readonly AnyOperation[] = [getOrganizationSharing, replaceOrganizationSharing]

export async function isSharingOutsideAllowed(db: Reader | Writer, org: OrganizationId): Promise<boolean> {
  return (await selectSharing(db, org)).outside
}

/**
 * @param pointer the place in the request that shares outside
 * @throws AppError `outside_sharing_disabled`
 */
export async function requireSharingOutside(db: Reader | Writer, org: OrganizationId, pointer: string): Promise<void> {
  if (await isSharingOutsideAllowed(db, org)) return
  throw new AppError('forbidden', 'outside_sharing_disabled', 'Forbidden', [
    {
      pointer,
      detail:
        'Sharing outside the organization is disabled. Share with users of the organization, or ask an admin to enable it.',
    },
  ])
}
