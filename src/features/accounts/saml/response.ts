/**
 * Verifies SAML responses (SAML profiles, section 4.1.4.3). `@node-saml/node-saml` verifies the signature of the
 * assertion. Everything else is read from the XML that the signature covers. The structure of the document is checked first:
 * one assertion and signatures in their places only, so an unsigned copy can't be read instead of the signed one.
 */
import type { ServiceProvider } from './addresses.ts'
import { SamlFault } from './faults.ts'
import { allElements, attributeIn, childrenNamed, parseSafely, textIn, type XmlElement, XmlFault } from './safe-xml.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** Characters of a response in base64. Responses with 150 groups have about 30,000. */
export const RESPONSE_MAX = 131_072
const LIMITS = { max: RESPONSE_MAX, elements: 2_000 }
/** Accepted difference of the clocks. */
const SKEW_MS = 3 * 60_000
const DETAIL_MAX = 256

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
}

export interface UnverifiedResponse {
  readonly base64: string
  /** Request that the response claims to answer. Undefined: the sign-in started at the provider. */
  readonly inResponseTo: string | undefined
  /** Issuer that the response claims. */
  readonly issuer: string | undefined
}

export interface Assertion {
  readonly id: string
  /** When it can no longer be used. */
  readonly expiresAt: Date
  readonly nameId: { readonly value: string; readonly format: string | undefined } | undefined
  readonly attributes: ReadonlyMap<string, readonly string[]>
}

/** Values that a response must match. */
export interface Expected {
  readonly service: ServiceProvider
  readonly entityId: string
  readonly certificates: readonly string[]
  readonly now: Date
}

/** Checks the form of a response, before anything is looked up. @throws SamlFault */
export function readResponse(given: string, { service, entityId }: Pick<Expected, 'service' | 'entityId'>) {
  if (given.length > RESPONSE_MAX) throw new SamlFault('too_large')
  const base64 = given.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new SamlFault('malformed')
  const root = parse(decode(base64))
  if (!isNamed(root, PROTOCOL, 'Response')) throw new SamlFault('malformed')
  checkStatus(root)
  checkStructure(root)
  const destination = attributeIn(root, 'Destination')
  if (destination !== undefined && destination !== '' && destination !== service.acsUrl)
    throw new SamlFault('destination', cut(destination))
  const [issuerElement] = childrenNamed(root, ASSERTION, 'Issuer')
  const issuer = issuerElement && textIn(issuerElement)
  if (issuer !== undefined && issuer !== entityId) throw new SamlFault('issuer', cut(issuer))
  return { base64, inResponseTo: attributeIn(root, 'InResponseTo'), issuer } satisfies UnverifiedResponse
}

/** @param inResponseTo ID of the request; undefined if the sign-in started at the provider @throws SamlFault */
export async function verifyResponse(
  { base64, inResponseTo }: UnverifiedResponse,
  { service, entityId, certificates, now }: Expected,
): Promise<Assertion> {
  const root = parse(await verifySignature(base64, service, certificates))
  if (!isNamed(root, ASSERTION, 'Assertion')) throw new SamlFault('signature')
  const issuer = textIn(only(root, 'Issuer'))
  if (issuer !== entityId) throw new SamlFault('issuer', cut(issuer))
  const id = attributeIn(root, 'ID')
  if (id === undefined) throw new SamlFault('malformed')
  only(root, 'AuthnStatement')
  const subject = only(root, 'Subject')
  const confirmedUntil = checkConfirmation(subject, service.acsUrl, inResponseTo, now)
  const conditionsUntil = checkConditions(only(root, 'Conditions'), service.entityId, now)
  const nameIds = childrenNamed(subject, ASSERTION, 'NameID')
  if (nameIds.length > 1) throw new SamlFault('malformed')
  const [nameId] = nameIds
  return {
    id,
    expiresAt: new Date(Math.max(confirmedUntil, conditionsUntil) + SKEW_MS),
    nameId: nameId && { value: textIn(nameId), format: attributeIn(nameId, 'Format') },
    attributes: readAttributes(root),
  }
}

function parse(xml: string): XmlElement {
  try {
    return parseSafely(xml, LIMITS)
  } catch (error) {
    if (error instanceof XmlFault) throw new SamlFault(error.code)
    throw error
  }
}

function decode(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    throw new SamlFault('malformed')
  }
}

function checkStatus(root: XmlElement): void {
  const [status] = childrenNamed(root, PROTOCOL, 'Status')
  const [code] = status === undefined ? [] : childrenNamed(status, PROTOCOL, 'StatusCode')
  if (code === undefined) throw new SamlFault('malformed')
  if (attributeIn(code, 'Value') === SUCCESS) return
  const values = allElements(code).map((one) => attributeIn(one, 'Value')?.split(':').at(-1) ?? '')
  throw new SamlFault('status', cut(values.join(', ')))
}

/** One assertion and its signatures where the standard puts them, with strong algorithms and unique IDs. */
function checkStructure(root: XmlElement): void {
  const all = allElements(root)
  const named = (name: string) => all.filter((one) => one.localName === name)
  if (named('EncryptedAssertion').length > 0) throw new SamlFault('encrypted')
  const assertions = named('Assertion')
  const [assertion] = childrenNamed(root, ASSERTION, 'Assertion')
  if (named('Response').length !== 1 || assertions.length !== 1 || assertion === undefined)
    throw new SamlFault('malformed')
  const own = [root, assertion].flatMap((one) => childrenNamed(one, SIGNATURE, 'Signature'))
  if (named('Signature').length !== own.length) throw new SamlFault('signature')
  if (named('Object').some((one) => one.namespaceURI === SIGNATURE)) throw new SamlFault('signature')
  if (childrenNamed(assertion, SIGNATURE, 'Signature').length !== 1) throw new SamlFault('not_signed')
  const ids = all.flatMap((one) => ['ID', 'Id', 'id'].flatMap((name) => attributeIn(one, name) ?? []))
  if (new Set(ids).size !== ids.length) throw new SamlFault('signature')
  for (const one of all) {
    const allowed = one.namespaceURI === SIGNATURE ? ALLOWED[one.localName ?? ''] : undefined
    const algorithm = attributeIn(one, 'Algorithm') ?? ''
    if (allowed !== undefined && !allowed.includes(algorithm)) throw new SamlFault('algorithm', cut(algorithm))
  }
}

/** @returns the XML of the assertion that the signature covers */
async function verifySignature(
  base64: string,
  service: ServiceProvider,
  certificates: readonly string[],
): Promise<string> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const saml = new SAML({
    ...{ issuer: service.entityId, callbackUrl: service.acsUrl, idpCert: [...certificates] },
    ...{ wantAssertionsSigned: true, wantAuthnResponseSigned: false },
    // Checked here on the signed XML: the library has its own clock and its own store of requests.
    ...{ acceptedClockSkewMs: -1, audience: false, validateInResponseTo: ValidateInResponseTo.never },
  })
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: base64 })
    const xml = profile?.getAssertionXml?.()
    if (xml !== undefined) return xml
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  throw new SamlFault('signature')
}

/** @returns until when a confirmation for this address and request is valid */
function checkConfirmation(subject: XmlElement, acsUrl: string, inResponseTo: string | undefined, now: Date): number {
  const data = childrenNamed(subject, ASSERTION, 'SubjectConfirmation')
    .filter((one) => attributeIn(one, 'Method') === BEARER)
    .flatMap((one) => childrenNamed(one, ASSERTION, 'SubjectConfirmationData'))
  if (data.length === 0) throw new SamlFault('malformed')
  const here = data.filter((one) => attributeIn(one, 'Recipient') === acsUrl)
  if (here.length === 0)
    throw new SamlFault('destination', cut(data.map((one) => attributeIn(one, 'Recipient')).join(', ')))
  const [match] = here.filter((one) => attributeIn(one, 'InResponseTo') === inResponseTo)
  if (match === undefined) throw new SamlFault('unknown_request')
  return checkTimes(match, now)
}

function checkConditions(conditions: XmlElement, entityId: string, now: Date): number {
  const until = checkTimes(conditions, now)
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction')
  if (restrictions.length === 0) throw new SamlFault('audience')
  for (const restriction of restrictions) {
    const audiences = childrenNamed(restriction, ASSERTION, 'Audience').map(textIn)
    if (!audiences.includes(entityId)) throw new SamlFault('audience', cut(audiences.join(', ')))
  }
  return until
}

/** @returns the end of validity in milliseconds; it's required */
function checkTimes(element: XmlElement, now: Date): number {
  const [notBefore, end] = [attributeIn(element, 'NotBefore'), attributeIn(element, 'NotOnOrAfter')]
  const until = readTime(end)
  if (notBefore !== undefined && readTime(notBefore) > now.getTime() + SKEW_MS)
    throw new SamlFault('not_yet_valid', cut(notBefore))
  if (until <= now.getTime() - SKEW_MS) throw new SamlFault('expired', cut(end ?? ''))
  return until
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
function readTime(given: string | undefined): number {
  const time = given !== undefined && TIME.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isNaN(time)) throw new SamlFault('malformed')
  return time
}

function readAttributes(root: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const statement of childrenNamed(root, ASSERTION, 'AttributeStatement')) {
    for (const one of childrenNamed(statement, ASSERTION, 'Attribute')) {
      const name = attributeIn(one, 'Name')
      if (name === undefined) continue
      const values = childrenNamed(one, ASSERTION, 'AttributeValue').map(textIn)
      found.set(name, [...(found.get(name) ?? []), ...values])
    }
  }
  return found
}

function only(parent: XmlElement, name: string): XmlElement {
  const [first, second] = childrenNamed(parent, ASSERTION, name)
  if (first === undefined || second !== undefined) throw new SamlFault('malformed')
  return first
}

const isNamed = (element: XmlElement, namespace: string, name: string) =>
  element.localName === name && element.namespaceURI === namespace

/** Text from outside as stored for admins. */
const cut = (text: string) => text.replace(/[^\x20-\x7e]+/g, '?').slice(0, DETAIL_MAX)
