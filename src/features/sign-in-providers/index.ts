/**
 * Sign-in providers: who says for an organization who its people are.
 *
 * A **provider** speaks OpenID Connect and signs in the people of some **domains**. A domain is one of the organization's
 * own, which the operator gives it, and of one provider in one organization: so an address leads to one provider, and a
 * provider of one organization says nothing of the people of another. One that is **required** lets nobody of its
 * domains in by a link or a password, but for the links of the command line.
 *
 * Its client secret is kept sealed. It is asked by the port that asks no private address, and has to be exactly the
 * issuer it was entered as.
 *
 * Signing in by one is told in `single-sign-on`.
 */
import type { Reader, Writer } from '../../core/db.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createSignInProvider } from './create-sign-in-provider.ts'
import { deleteSignInProvider } from './delete-sign-in-provider.ts'
import { getSignInProvider } from './get-sign-in-provider.ts'
import { listSignInProviders } from './list-sign-in-providers.ts'
import { type Route, selectIsRequired, selectRoute } from './queries.ts'
import { testSignInProvider } from './test-sign-in-provider.ts'
import { updateSignInProvider } from './update-sign-in-provider.ts'

export { discover, faultIn, ProviderFault } from './discover.ts'
export { type ProviderRow, type Route, selectProvider } from './queries.ts'
export { CALLBACK_PATH } from './told.ts'

export {
  createSignInProvider,
  deleteSignInProvider,
  getSignInProvider,
  listSignInProviders,
  testSignInProvider,
  updateSignInProvider,
}

export const operations: readonly AnyOperation[] = [
  listSignInProviders,
  createSignInProvider,
  getSignInProvider,
  updateSignInProvider,
  deleteSignInProvider,
  testSignInProvider,
]

/** What stands behind the last `@`, in lower case. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** @param db bound to any organization or none */
export const routeOf = (db: Reader | Writer, address: string): Promise<Route | undefined> =>
  selectRoute(db, domainOf(address))

/** Whether the organization lets the people of this address's domain in by its provider alone. */
export const isProviderRequired = (db: Reader | Writer, org: OrganizationId, address: string): Promise<boolean> =>
  selectIsRequired(db, org, domainOf(address))
