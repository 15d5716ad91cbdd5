/** Tables of SAML, with request and response schemas. */
import { z } from 'zod'
import { outsideUrl } from '../../../core/external-url.ts'
import { text } from '../../../core/wire.ts'
import { providerFields } from '../sign-in-providers/index.ts'
import { METADATA_MAX } from './metadata.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    saml_providers: {
      organization_id: string
      provider_id: string
      sso_url: string
      certificates: string[]
      email_attribute: string | null
      allows_idp_initiated: boolean
      verified_at: Instant | null
    }
    saml_assertions: { organization_id: string; assertion_hash: string; expires_at: Instant }
    saml_attempts: {
      organization_id: string
      id: string
      at: Instant
      outcome: string
      detail: string | null
      is_test: boolean
    }
  }
}

const CERTIFICATES_MAX = 10
const CERTIFICATE_MAX = 16_384
const ENTITY_ID_MAX = 1_024

/** Settings as they are sent. */
export const samlProviderFields = {
  name: providerFields.name,
  metadata: z
    .string()
    .max(METADATA_MAX, { error: `The value must have at most ${METADATA_MAX} characters.` })
    .nullable()
    .default(null)
    .describe(
      `Metadata document (XML) of the identity provider, up to ${METADATA_MAX} characters. Replaces \`entity_id\`, \`sso_url\` and \`certificates\`. Null if you send these. Defaults to null.`,
    ),
  entity_id: text({ min: 1, max: ENTITY_ID_MAX, trim: true })
    .nullable()
    .default(null)
    .describe(
      'Entity ID of the identity provider, 1 to 1,024 characters. Required without `metadata`. Defaults to null.',
    ),
  sso_url: outsideUrl()
    .nullable()
    .default(null)
    .describe(
      'Address for sign-in with the HTTP-Redirect binding, up to 2,048 characters. Required without `metadata`. Defaults to null.',
    ),
  certificates: z
    .array(text({ min: 1, max: CERTIFICATE_MAX }))
    .max(CERTIFICATES_MAX)
    .nullable()
    .default(null)
    .describe(
      'Signing certificates, 1 to 10, in PEM or base64. RSA keys with at least 2,048 bits. Send the old and the new one while the provider replaces its certificate. Required without `metadata`. Defaults to null.',
    ),
  email_attribute: text({ min: 1, max: 256, trim: true })
    .nullable()
    .default(null)
    .describe(
      'Name of the attribute with the email address, 1 to 256 characters. Null for a NameID with an email address, or the usual attributes. Defaults to null.',
    ),
  domains: providerFields.domains,
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether users of the domains are offered this sign-in. Defaults to false.'),
  required: z
    .boolean()
    .default(false)
    .describe(
      'Whether users of the domains can sign in only with SAML. Admins keep their other ways. Requires `enabled`, and a sign-in or test that succeeded with these settings. Defaults to false.',
    ),
  allows_idp_initiated: z
    .boolean()
    .default(false)
    .describe('Whether sign-in can start at the identity provider. Defaults to false.'),
  makes_users: z
    .boolean()
    .default(false)
    .describe('Whether the first sign-in of an unknown person of the domains creates a user. Defaults to false.'),
  default_role: providerFields.default_role.default('SALES_REP'),
  default_team_uuid: providerFields.default_team_uuid.default(null),
}

const samlProvider = z
  .object({
    name: z.string().describe('Name on the sign-in button.'),
    entity_id: z.string().describe('Entity ID of the identity provider.'),
    sso_url: z.string().describe('Address to which browsers take requests.'),
    certificates: z
      .array(
        z.object({
          pem: z.string().describe('Certificate in PEM, with its first and last line.'),
          fingerprint: z.string().describe('SHA-256 fingerprint in hexadecimal, with colons.'),
          expires_at: z.string().describe('End of validity, ISO 8601. Parley accepts the key afterwards too.'),
        }),
      )
      .describe('Certificates whose keys may sign assertions.'),
    email_attribute: z.string().nullable().describe('Attribute with the email address; null for the usual ones.'),
    domains: z.array(z.string()).describe('Email domains whose users sign in with SAML.'),
    enabled: z.boolean().describe('Whether users of the domains are offered this sign-in.'),
    required: z.boolean().describe('Whether users of the domains, except admins, can sign in only with SAML.'),
    allows_idp_initiated: z.boolean().describe('Whether sign-in can start at the identity provider.'),
    makes_users: z.boolean().describe('Whether the first sign-in of an unknown person creates a user.'),
    default_role: providerFields.default_role.describe('Role of users that sign-in creates.'),
    default_team_uuid: z.string().nullable().describe('ID of the team for users that sign-in creates; null for none.'),
    verified_at: z
      .string()
      .nullable()
      .describe('When a sign-in or test last succeeded with these settings, ISO 8601; null if none did.'),
    created_at: z.string().describe('Time of creation, ISO 8601.'),
    updated_at: z.string().describe('Time of the last change, ISO 8601.'),
  })
  .describe('Identity provider of the organization.')

export const samlSettings = z
  .object({
    entity_id: z.string().describe('Entity ID of Parley, which is the audience of assertions.'),
    acs_url: z.string().describe('Address to which the identity provider sends responses (ACS URL).'),
    metadata_url: z.string().describe('Address of the metadata document of Parley.'),
    provider: samlProvider.nullable().describe('Identity provider; null if none is set up.'),
    last_attempts: z
      .array(
        z.object({
          at: z.string().describe('Time of the response, ISO 8601.'),
          is_test: z.boolean().describe('Whether it was a test of an admin.'),
          outcome: z.string().describe('`ok`, or a stable code of the fault.'),
          words: z.string().describe('Description of the outcome, and how to fix a fault.'),
          detail: z
            .string()
            .nullable()
            .describe('Received value that differs from the settings; null if there is none.'),
        }),
      )
      .describe('Last sign-ins and tests, newest first, at most 20.'),
  })
  .meta({ id: 'SamlSettings' })
