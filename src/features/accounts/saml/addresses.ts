/** Addresses of Parley as a service provider: one set for each organization, known before its provider is. */
import type { OrganizationId } from '../../../core/principal.ts'

export interface ServiceProvider {
  readonly entityId: string
  readonly acsUrl: string
  readonly metadataUrl: string
}

export function toServiceProvider(publicUrl: string, org: OrganizationId): ServiceProvider {
  const base = `${publicUrl}/saml/${org}`
  // The entity ID is the address of the metadata, as the standard recommends (SAML metadata, section 4.1).
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, metadataUrl: `${base}/metadata` }
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'

/** Metadata document. It needs no escaping, because the public URL is normalized and the organization is a UUID. */
export const serviceProviderMetadata = ({ entityId, acsUrl }: ServiceProvider): string => `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acsUrl}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
