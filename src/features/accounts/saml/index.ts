/**
 * SAML: sign-in with an identity provider that uses SAML 2.0, and its settings.
 *
 * An organization has one SAML provider. It is a sign-in provider: it signs in users of **domains** that the operator has
 * assigned to the organization. The user is found by email address, in that organization only. Parley's own addresses
 * (entity ID, ACS URL) contain the ID of the organization, so they are known before the provider is set up.
 *
 * Requests aren't signed. Assertions must be signed with RSA and SHA-256 or SHA-512, and mustn't be encrypted. A response
 * counts once, within ten minutes, and only in the browser that began the sign-in, unless the admin allows sign-ins that
 * start at the provider.
 *
 * The provider decides which factors it requires: Parley doesn't ask for a second factor after it.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { deleteSamlSettings } from './delete-saml-settings.ts'
import { getSamlSettings } from './get-saml-settings.ts'
import { putSamlSettings } from './put-saml-settings.ts'

export { RESPONSE_MAX } from './response.ts'
export { createSaml, type Saml } from './sign-in.ts'
export { deleteSamlSettings, getSamlSettings, putSamlSettings }

export const operations: readonly AnyOperation[] = [getSamlSettings, putSamlSettings, deleteSamlSettings]
