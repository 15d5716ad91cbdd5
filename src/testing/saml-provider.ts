/**
 * An identity provider of SAML 2.0, in this process. It answers requests as a browser would carry them, and misbehaves where a
 * test wants it. Its keys are made for each run, because a key in the repository would look like a leaked one.
 */
import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { selfSigned } from './self-signed.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** What a response says. Each value can be wrong. */
export interface Said {
  readonly email: string
  readonly acs: string
  readonly audience: string
  /** Undefined: the sign-in started at the provider. */
  readonly inResponseTo: string | undefined
  readonly destination: string
  readonly issuer: string
  readonly from: Date
  readonly until: Date
  readonly attributes: Readonly<Record<string, string>>
  readonly format: string
  readonly id: string
}

export interface SigningKey {
  readonly key: string
  /** PEM. */
  readonly certificate: string
}

export function newSigningKey(bits = 2_048): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const certificate = selfSigned(publicKey, (bytes) => createSign('sha256').update(bytes).sign(privateKey))
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate }
}

export interface Signing {
  readonly key: SigningKey
  readonly algorithm?: 'sha256' | 'sha1' | 'none'
  /** Element that is signed. */
  readonly what?: 'Assertion' | 'Response'
}

export const ENTITY_ID = 'https://idp.example/saml'

/** Metadata as the provider shows it. */
export const metadataWith = (certificates: readonly string[], ssoUrl = 'https://idp.example/sso') =>
  `<?xml version="1.0"?><!-- Example -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ENTITY_ID}"><md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">${certificates
    .map(
      (one) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${toContent(one)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join(
      '',
    )}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`

const toContent = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '')

/** The request that a browser carries: its ID and addresses. */
export function readRequest(location: string): { id: string; acs: string; issuer: string; xml: string } {
  const xml = inflateRawSync(Buffer.from(new URL(location).searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    ...{ id: find(/ID="([^"]+)"/), acs: find(/AssertionConsumerServiceURL="([^"]+)"/) },
    ...{ issuer: find(/<saml:Issuer[^>]*>([^<]+)</), xml },
  }
}

/** What an honest provider says to a request. */
export const honest = (request: { id: string; acs: string; issuer: string }, email: string, now: Date): Said => ({
  ...{ email, acs: request.acs, audience: request.issuer, inResponseTo: request.id, destination: request.acs },
  ...{ issuer: ENTITY_ID, attributes: {}, format: EMAIL, id: `_${randomBytes(16).toString('hex')}` },
  from: new Date(now.getTime() - 1_000),
  until: new Date(now.getTime() + 300_000),
})

const isoTime = (at: Date) => at.toISOString()

export function assertionWith(said: Said): string {
  const to = said.inResponseTo === undefined ? '' : ` InResponseTo="${said.inResponseTo}"`
  const attributes = Object.entries(said.attributes)
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('')
  return `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${said.id}" Version="2.0" IssueInstant="${isoTime(said.from)}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format}">${said.email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${to} Recipient="${said.acs}" NotOnOrAfter="${isoTime(said.until)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${isoTime(said.from)}" NotOnOrAfter="${isoTime(said.until)}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${isoTime(said.from)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributes && `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>`}</saml:Assertion>`
}

export function responseWith(said: Said, inside = assertionWith(said), status = 'Success'): string {
  const to = said.inResponseTo === undefined ? '' : ` InResponseTo="${said.inResponseTo}"`
  return `<samlp:Response xmlns:samlp="${PROTOCOL}" ID="_r${said.id}" Version="2.0" IssueInstant="${isoTime(said.from)}" Destination="${said.destination}"${to}><saml:Issuer xmlns:saml="${ASSERTION}">${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${inside}</samlp:Response>`
}

/** Signs as providers do: enveloped, after the issuer. */
export function signXml(xml: string, { key, algorithm = 'sha256', what = 'Assertion' }: Signing): string {
  if (algorithm === 'none') return xml
  const isOld = algorithm === 'sha1'
  const signed = new SignedXml({
    privateKey: key.key,
    publicCert: key.certificate,
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: isOld
      ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  })
  const xpath = `//*[local-name(.)='${what}']`
  signed.addReference({
    ...{ xpath, transforms: [ENVELOPED, EXCLUSIVE] },
    digestAlgorithm: isOld ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signed.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signed.getSignedXml()
}

export const toBase64 = (xml: string): string => Buffer.from(xml).toString('base64')
