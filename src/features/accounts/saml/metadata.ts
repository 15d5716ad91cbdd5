/** Metadata of an identity provider (SAML metadata, section 2.4.3): entity ID, address for sign-in, certificates. */
import {
  allElements,
  attributeIn,
  childrenNamed,
  parseSafely,
  removeComments,
  textIn,
  type XmlElement,
  XmlFault,
} from './safe-xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

export const METADATA_MAX = 262_144
const LIMITS = { max: METADATA_MAX, elements: 5_000 }

export interface ProviderMetadata {
  readonly entityId: string
  readonly ssoUrl: string
  /** Base64 without header lines. */
  readonly certificates: readonly string[]
}

/** @returns the settings, or why the document has none */
export function readMetadata(xml: string): ProviderMetadata | { readonly wrong: string } {
  let root: XmlElement
  try {
    root = parseSafely(removeComments(xml), LIMITS)
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    return { wrong: WRONG[error.code] }
  }
  const entities = allElements(root).filter(
    (one) => one.namespaceURI === METADATA && one.localName === 'EntityDescriptor',
  )
  const found = entities.flatMap((entity) => {
    const [idp] = childrenNamed(entity, METADATA, 'IDPSSODescriptor')
    return idp === undefined ? [] : [{ entity, idp }]
  })
  const [first, second] = found
  if (first === undefined) {
    return {
      wrong:
        'The document describes no identity provider: it has no `IDPSSODescriptor`. Copy the metadata of the identity provider.',
    }
  }
  if (second !== undefined) {
    return { wrong: 'The document describes several identity providers. Copy the metadata of one.' }
  }
  const entityId = attributeIn(first.entity, 'entityID')
  const service = childrenNamed(first.idp, METADATA, 'SingleSignOnService').find(
    (one) => attributeIn(one, 'Binding') === REDIRECT,
  )
  const ssoUrl = service && attributeIn(service, 'Location')
  const certificates = childrenNamed(first.idp, METADATA, 'KeyDescriptor')
    .filter((key) => attributeIn(key, 'use') !== 'encryption')
    .flatMap((key) => allElements(key))
    .filter((one) => one.namespaceURI === SIGNATURE && one.localName === 'X509Certificate')
    .map((one) => textIn(one).replace(/\s+/g, ''))
  if (entityId === undefined) return { wrong: 'The metadata has no entity ID.' }
  if (ssoUrl === undefined) return { wrong: 'The metadata has no sign-in address with the HTTP-Redirect binding.' }
  if (certificates.length === 0) return { wrong: 'The metadata has no signing certificate.' }
  return { entityId, ssoUrl, certificates: [...new Set(certificates)] }
}

const WRONG: Readonly<Record<XmlFault['code'], string>> = {
  too_large: 'The metadata is too large or too deeply nested.',
  forbidden: 'The metadata must not contain a document type, entities or processing instructions.',
  malformed: "The metadata isn't valid XML. Copy the whole document of the identity provider.",
}
