/**
 * Sharing outside the organization: whether users can share decks with external email addresses, and clips with
 * everyone who has the link.
 *
 * Allowed by default; admins can disable it. While disabled, new external shares fail with 403
 * `outside_sharing_disabled`, and existing links don't work for external people. They work again when an admin enables
 * sharing. Signed-in users with access to a clip can always open its link.
 *
 * Decks and snippets depend on this feature and read the setting each time a link is opened.
 */
import type { Reader, Writer } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { getOrganizationSharing } from './get-organization-sharing.ts'
import { selectSharing } from './queries.ts'
import { replaceOrganizationSharing } from './replace-organization-sharing.ts'

export { getOrganizationSharing, replaceOrganizationSharing }

export const operations: readonly AnyOperation[] = [getOrganizationSharing, replaceOrganizationSharing]

export async function isSharingOutsideAllowed(db: Reader | Writer, org: OrganizationId): Promise<boolean> {
  return (await selectSharing(db, org)).outside
}

/**
 * Requires that sharing outside the organization is enabled.
 * @param pointer request field that requests the external share
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
