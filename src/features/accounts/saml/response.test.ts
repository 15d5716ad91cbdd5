/** Responses of honest and of hostile providers, and of attackers who change them on the way. */
import { describe, expect, it } from 'vitest'
import type { OrganizationId } from '../../../core/principal.ts'
import {
  assertionWith,
  ENTITY_ID,
  honest,
  newSigningKey,
  responseWith,
  type Said,
  signXml,
  toBase64,
} from '../../../testing/saml-provider.ts'
import { toServiceProvider } from './addresses.ts'
import { readPerson } from './claims.ts'
import type { SamlFault, SamlFaultCode } from './faults.ts'
import { readResponse, verifyResponse } from './response.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const MINUTE = 60_000
const ORG = '11111111-1111-4111-8111-111111111111' as OrganizationId
const service = toServiceProvider('https://parley.test', ORG)
const key = newSigningKey()
const stranger = newSigningKey()
const expected = { service, entityId: ENTITY_ID, certificates: [key.certificate], now: NOW }
const request = { id: '_request', acs: service.acsUrl, issuer: service.entityId }
const said = (more: Partial<Said> = {}): Said => ({ ...honest(request, 'ada@acme.example', NOW), ...more })
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE)

const verify = async (xml: string, more: Partial<typeof expected> = {}, base64 = toBase64(xml)) =>
  verifyResponse(readResponse(base64, { ...expected, ...more }), { ...expected, ...more })
const signed = (more: Partial<Said> = {}) => signXml(responseWith(said(more)), { key })
/** @returns code of the rejection, or the address that was accepted */
const outcome = (xml: string, more: Partial<typeof expected> = {}): Promise<SamlFaultCode | string | undefined> =>
  verify(xml, more).then(
    (assertion) => readPerson(assertion, null).email,
    (error: SamlFault) => error.code ?? Promise.reject(error),
  )

describe('accepts', () => {
  it.each<[string, string]>([
    ['a signed assertion', signed()],
    ['an assertion and a response that are both signed', signXml(signed(), { key, what: 'Response' })],
    ['a clock that is two minutes ahead', signed({ from: inMinutes(2), until: inMinutes(7) })],
    ['a clock that is two minutes behind', signed({ from: inMinutes(-7), until: inMinutes(-2) })],
    ['line ends of Windows', signed().replace('<samlp:Status>', '\r\n<samlp:Status>')],
    ['an XML declaration', `<?xml version="1.0" encoding="UTF-8"?>${signed()}`],
  ])('%s', async (_, xml) => expect(await outcome(xml)).toBe('ada@acme.example'))

  it('each of several certificates', async () => {
    const certificates = [stranger.certificate, key.certificate]
    expect(await outcome(signed(), { certificates })).toBe('ada@acme.example')
  })
})

describe('refuses', () => {
  const evil = '<saml:Audience>evil</saml:Audience>'
  it.each<[string, SamlFaultCode, string]>([
    ['an assertion that is not signed', 'not_signed', responseWith(said())],
    [
      'a response whose signature is the only one',
      'not_signed',
      signXml(responseWith(said()), { key, what: 'Response' }),
    ],
    ['the key of somebody else', 'signature', signXml(responseWith(said()), { key: stranger })],
    ['SHA-1', 'algorithm', signXml(responseWith(said()), { key, algorithm: 'sha1' })],
    ['another address', 'signature', signed().replace('ada@acme', 'eve@acme')],
    ['another audience', 'audience', signed({ audience: 'https://other.example' })],
    ['an audience that was added', 'signature', signed().replace('<saml:AudienceRestriction>', `$&${evil}`)],
    ['another destination', 'destination', signed({ destination: 'https://other.example/acs' })],
    ['another recipient', 'destination', signed({ acs: 'https://other.example/acs' })],
    ['another issuer', 'issuer', signed({ issuer: 'https://other.example' })],
    [
      'a request that the signed part does not name',
      'unknown_request',
      signed().replace('InResponseTo="_request"', 'InResponseTo="_other"'),
    ],
    [
      'an answer to a request that claims to be none',
      'unknown_request',
      signed().replace(' InResponseTo="_request"', ''),
    ],
    ['an assertion of tomorrow', 'not_yet_valid', signed({ from: inMinutes(4), until: inMinutes(9) })],
    ['an assertion of yesterday', 'expired', signed({ from: inMinutes(-9), until: inMinutes(-4) })],
    ['a status that is no success', 'status', responseWith(said(), '', 'Responder')],
    [
      'an encrypted assertion',
      'encrypted',
      responseWith(said(), '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
    ],
    [
      'a comment in the address',
      'forbidden',
      signed({ email: 'ada@acme.example.evil' }).replace('.evil', '<!---->.evil'),
    ],
    ['a document type', 'forbidden', `<!DOCTYPE r [<!ENTITY a "x">]>${signed()}`],
    ['entities that multiply', 'forbidden', '<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><r>&b;</r>'],
    ['a file as an entity', 'forbidden', '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><r>&a;</r>'],
    ['a processing instruction', 'forbidden', signed().replace('<samlp:Status>', '<?x y?>$&')],
    ['a section of text', 'forbidden', signed().replace('ada@', '<![CDATA[ada@]]>')],
    ['an unknown entity', 'malformed', signed().replace('ada@', '&nobody;')],
    ['depth', 'too_large', `${'<a>'.repeat(50)}${'</a>'.repeat(50)}`],
    ['elements', 'too_large', `<a>${'<b/>'.repeat(2_000)}</a>`],
    ['no XML', 'malformed', 'SAML'],
    ['tags that do not match', 'malformed', '<a></b>'],
    ['another message', 'malformed', '<a xmlns="urn:oasis:names:tc:SAML:2.0:protocol"/>'],
  ])('%s', async (_, code, xml) => expect(await outcome(xml)).toBe(code))

  it('what is no base64, and more than a response needs', async () => {
    await expect(verify('', {}, '<xml>')).rejects.toMatchObject({ code: 'malformed' })
    await expect(verify('', {}, 'A'.repeat(131_073))).rejects.toMatchObject({ code: 'too_large' })
    await expect(verify('', {}, Buffer.from([0x3c, 0xff]).toString('base64'))).rejects.toMatchObject({
      code: 'malformed',
    })
  })
})

/** XML signature wrapping (Somorovsky et al., "On Breaking SAML", 2012): where the signed and the forged assertion are put. */
describe('refuses signature wrapping', () => {
  const original = signed()
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(original)?.[0] ?? ''
  const signature = /<(?:ds:)?Signature [\s\S]*<\/(?:ds:)?Signature>/.exec(assertion)?.[0] ?? ''
  const forged = assertionWith(said({ id: '_evil', email: 'admin@acme.example' }))
  const bare = assertion.replace(signature, '')
  const signedResponse = signXml(responseWith(said()), { key, what: 'Response' })
  const responseSignature = /<(?:ds:)?Signature [\s\S]*<\/(?:ds:)?Signature>/.exec(signedResponse)?.[0] ?? ''
  const evilResponse = (inside: string) => responseWith(said({ id: '_evil' }), inside)
  const withSignature = (xml: string, what: string) => xml.replace('</saml:Issuer>', `</saml:Issuer>${what}`)
  const wrapped = (what: string) =>
    signature.replace(/<\/((?:ds:)?)Signature>$/, `<$1Object>${what}</$1Object></$1Signature>`)

  it('with material that holds', async () => {
    expect([signature.length > 500, responseSignature.length > 500, bare.includes('Signature')]).toEqual([
      true,
      true,
      false,
    ])
    expect(await outcome(original)).toBe('ada@acme.example')
  })

  it.each<[string, string]>([
    [
      '1: the signature holds the signed response',
      evilResponse(forged).replace(
        '</saml:Issuer>',
        `</saml:Issuer>${responseSignature.replace(/<\/((?:ds:)?)Signature>$/, `<$1Object>${signedResponse.replace(responseSignature, '')}</$1Object></$1Signature>`)}`,
      ),
    ],
    [
      '2: the signed response beside its signature',
      evilResponse(forged).replace(
        '</saml:Issuer>',
        `</saml:Issuer>${responseSignature}${signedResponse.replace(responseSignature, '')}`,
      ),
    ],
    ['3: the forged assertion before the signed one', responseWith(said(), forged + assertion)],
    [
      '4: the signed assertion in the forged one',
      responseWith(said(), forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    ],
    [
      '5: the signature in the forged assertion, the signed one behind',
      responseWith(said(), withSignature(forged, signature) + bare),
    ],
    [
      '6: the signed assertion in the signature of the forged one',
      responseWith(said(), withSignature(forged, signature.replace('</', `${bare}</`))),
    ],
    [
      '7: the signed assertion in extensions',
      responseWith(said(), `<samlp:Extensions>${assertion}</samlp:Extensions>${forged}`),
    ],
    [
      '8: the signed assertion in an object of the signature',
      responseWith(said(), withSignature(forged, wrapped(bare))),
    ],
    ['the ID of the signed one', responseWith(said(), withSignature(forged.replace('_evil', said().id), signature))],
    [
      'two with one ID',
      responseWith(said(), `<samlp:Extensions>${bare}</samlp:Extensions>${withSignature(forged, signature)}`),
    ],
    ['two signatures', original.replace(signature, signature + signature)],
  ])('%s', async (_, xml) => expect(['signature', 'malformed', 'not_signed']).toContain(await outcome(xml)))
})

describe('finds the person', () => {
  const MAIL = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
  const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
  const person = async (more: Partial<Said>, attribute: string | null = null) =>
    readPerson(await verify(signed(more)), attribute)

  it.each<[string, Partial<Said>, string | null, string | undefined]>([
    ['by the NameID', {}, null, 'ada@acme.example'],
    [
      'by an attribute',
      { format: UNSPECIFIED, email: 'a1', attributes: { [MAIL]: 'ada@b.example' } },
      null,
      'ada@b.example',
    ],
    ['by a NameID of no format', { format: UNSPECIFIED }, null, 'ada@acme.example'],
    ['by the attribute of the settings', { attributes: { work: 'ada@c.example' } }, 'work', 'ada@c.example'],
    ['not by another one', { attributes: { mail: 'ada@c.example' } }, 'work', undefined],
    ['not by what is no address', { format: UNSPECIFIED, email: 'ada' }, null, undefined],
  ])('%s', async (_, more, attribute, email) => expect((await person(more, attribute)).email).toBe(email))

  it('with the name', async () => {
    const attributes = { givenName: 'Ada', sn: 'Lovelace' }
    expect(await person({ attributes })).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', subject: undefined })
  })
})
