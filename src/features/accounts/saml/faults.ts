/** Reasons why a SAML response is rejected. `words` is for admins; people see shorter words on the sign-in page. */

export const SAML_FAULTS = {
  too_large: 'The response is too large, or has too many elements.',
  forbidden: 'The response contains a comment, a document type or another construct that SAML messages never need.',
  malformed: "The response isn't a valid SAML response.",
  status:
    'The identity provider reported that the sign-in failed. See its log, and whether the user is assigned to Parley.',
  encrypted: 'The assertion is encrypted. Turn off the encryption of assertions at the identity provider.',
  destination: 'The response is for another address. Enter the ACS URL of Parley at the identity provider.',
  issuer: "The response comes from another issuer than the provider's entity ID.",
  unsolicited: 'The sign-in started at the identity provider, which the settings forbid.',
  unknown_request: 'The response belongs to no sign-in that is waiting, or the sign-in took longer than ten minutes.',
  algorithm: 'The signature uses a weak algorithm. Set the identity provider to RSA with SHA-256.',
  not_signed: 'The assertion is not signed. Turn on the signing of assertions at the identity provider.',
  signature: 'The signature matches none of the certificates. Check whether the certificate was replaced.',
  audience: 'The assertion is for another audience. Enter the entity ID of Parley at the identity provider.',
  not_yet_valid: 'The assertion is not valid yet. Check the clocks of the identity provider and of this server.',
  expired: 'The assertion has expired. Check the clocks of the identity provider and of this server.',
  replayed: 'The response was used before.',
} as const

export type SamlFaultCode = keyof typeof SAML_FAULTS

export class SamlFault extends Error {
  override readonly name = 'SamlFault'
  readonly code: SamlFaultCode
  /** Value that was received instead, for admins. */
  readonly detail: string | undefined
  constructor(code: SamlFaultCode, detail?: string) {
    super(SAML_FAULTS[code])
    this.code = code
    this.detail = detail
  }
}
