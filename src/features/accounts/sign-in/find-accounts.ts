/** Finds the users of an email address in all organizations. */
import type { Store } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { isProviderRequired } from '../sign-in-providers/index.ts'
import { type SignInAccount, selectAccounts } from './queries.ts'

/**
 * Organization ID for queries that don't belong to one. No tenant has this ID, so row-level security hides all their
 * rows.
 */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000' as OrganizationId

/** Active users of an address in all organizations, except organizations that require their provider. */
export async function findAccounts(store: Pick<Store, 'of'>, address: string): Promise<SignInAccount[]> {
  const accounts = await selectAccounts(store.of(NO_ORGANIZATION).read, address)
  const open = await Promise.all(
    accounts.map(({ organizationId: org }) => isProviderRequired(store.of(org).read, org, address)),
  )
  return accounts.filter((_, at) => open[at] === false)
}
