/**
 * Sign-in providers: identity providers of an organization.
 *
 * A **provider** uses OpenID Connect and signs in users of certain **domains**. The operator assigns domains to an
 * organization. A domain belongs to one provider in one organization, so an address identifies one provider, and a
 * provider can't sign in users of other organizations. Users in the domains of a **required** provider can't sign in
 * with a link or a password, except with links of the command line.
 *
 * The client secret is stored encrypted. Requests use the port that blocks private addresses, and the issuer of the
 * discovery document must equal the configured one.
 *
 * `single-sign-on` implements the sign-in itself. Providers with SAML are rows of the same table, with `saml` as their
 * protocol. The operations here don't show them; `saml` has their settings and their sign-in.
 */
import type { Reader, Writer } from '../../../core/db.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createSignInProvider } from './create-sign-in-provider.ts'
import { deleteSignInProvider } from './delete-sign-in-provider.ts'
import { getSignInProvider } from './get-sign-in-provider.ts'
import { listSignInProviders } from './list-sign-in-providers.ts'
import { type Route, selectIsRequired, selectRoute } from './queries.ts'
import { testSignInProvider } from './test-sign-in-provider.ts'
import { updateSignInProvider } from './update-sign-in-provider.ts'

export { discover, faultIn, ProviderFault } from './discover.ts'
export { countProviders, type ProviderRow, type Route, replaceDomains, selectProvider } from './queries.ts'
export { claimDomains, PROVIDERS_MAX, tooMany } from './rules.ts'
export { type DefaultRole, providerFields } from './schema.ts'
export { CALLBACK_PATH } from './serialize.ts'

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

/** Domain of an email address in lower case. */
export const toDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** @param db bound to any organization */
export async function findSignInRoute(db: Reader | Writer, address: string): Promise<Route | undefined> {
  const route = await selectRoute(db, toDomain(address))
  return route?.enabled === true ? route : undefined
}

/** Whether the user of this address can sign in only with the provider of the organization. */
export const isProviderRequired = (db: Reader | Writer, org: OrganizationId, address: string): Promise<boolean> =>
  selectIsRequired(db, org, { domain: toDomain(address), address })
