/** The person that an assertion names. */
import { emailAddress } from '../identity/index.ts'
import { type IdentityClaims, readClaims } from '../single-sign-on/index.ts'
import type { Assertion } from './response.ts'

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
/** Usual names of the attributes: claims of Microsoft, LDAP names with their OIDs, and plain words. */
const EMAIL = [`${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3', 'email', 'Email', 'emailAddress', 'mail']
const FIRST_NAME = [`${CLAIMS}/givenname`, 'urn:oid:2.5.4.42', 'givenName', 'firstName', 'first_name', 'FirstName']
const LAST_NAME = [`${CLAIMS}/surname`, 'urn:oid:2.5.4.4', 'sn', 'surname', 'lastName', 'last_name', 'LastName']

/** @param attribute name of the attribute with the address; null for the NameID or a usual attribute */
export function readPerson(assertion: Assertion, attribute: string | null): IdentityClaims {
  const first = (names: readonly string[]) => names.flatMap((name) => assertion.attributes.get(name) ?? [])[0] ?? ''
  const email = attribute === null ? findEmail(assertion) : singleValue(assertion, attribute)
  return {
    ...readClaims({
      ...{ sub: '', ...(email === undefined ? {} : { email }) },
      // The organization chose the provider, and it signs in only addresses of its own domains.
      email_verified: true,
      given_name: first(FIRST_NAME),
      family_name: first(LAST_NAME),
    }),
    subject: undefined,
  }
}

/** An attribute with several values doesn't name one person. */
function singleValue({ attributes }: Assertion, name: string): string | undefined {
  const values = attributes.get(name) ?? []
  return values.length === 1 ? values[0] : undefined
}

function findEmail(assertion: Assertion): string | undefined {
  const { nameId } = assertion
  if (nameId?.format === EMAIL_FORMAT) return nameId.value
  const name = EMAIL.find((one) => assertion.attributes.has(one))
  if (name !== undefined) return singleValue(assertion, name)
  return emailAddress.safeParse(nameId?.value).success ? nameId?.value : undefined
}
