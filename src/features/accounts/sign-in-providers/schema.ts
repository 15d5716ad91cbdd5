/** Tables of sign-in providers, with request and response schemas. */
import { z } from 'zod'
import { text, uuid } from '../../../core/wire.ts'
import { domainName } from '../identity/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    sign_in_providers: {
      organization_id: string
      id: string
      name: string
      protocol: 'oidc' | 'saml'
      enabled: boolean
      /** Issuer of OpenID Connect, or entity ID of SAML. */
      issuer: string
      client_id: string | null
      client_secret: string | null
      required: boolean
      vouches_for_addresses: boolean
      makes_users: boolean
      default_role: DefaultRole
      default_team_id: string | null
      created_at: Instant
      updated_at: Instant
    }
    sign_in_domains: { organization_id: string; domain: string; provider_id: string }
  }
}

/** Roles for new users. A provider can't create admins. */
const defaultRole = z.enum(['MANAGER', 'SALES_REP'])
export type DefaultRole = z.output<typeof defaultRole>

const ISSUER_MAX = 2_048
const DOMAINS_MAX = 50
const DISCOVERY = /\/\.well-known\/openid-configuration$/

const issuer = z
  .url({ protocol: /^https?$/, error: 'The value must be an https URL.' })
  .max(ISSUER_MAX, { error: `The value must have at most ${ISSUER_MAX} characters.` })
  .superRefine((value, issues) => {
    const url = URL.parse(value)
    if (url !== null && (url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '')) {
      issues.addIssue({
        code: 'custom',
        message: 'The value must be a URL without user name, password, query and fragment.',
      })
    }
  })
  // Users often paste the URL of the discovery document. A trailing slash is part of some issuers and is kept.
  .transform((value) => value.replace(DISCOVERY, ''))
  .meta({ type: 'string', format: 'uri', maxLength: ISSUER_MAX })
  .describe(
    `Issuer URL, exactly as in the discovery document. Must be https with a public address, unless the operator allows others. Maximum ${ISSUER_MAX} characters. Example: \`https://login.example.com\`.`,
  )

const visible = (max: number) =>
  z
    .string()
    .regex(/^[\x20-\x7e]+$/, { error: 'The value must consist of printable ASCII characters.' })
    .max(max, { error: `The value must have at most ${max} characters.` })

export const providerFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name on the sign-in button, 1 to 128 characters. Example: `Okta`.',
  ),
  issuer,
  client_id: visible(512).describe('Client ID of Parley at the provider, up to 512 characters. Example: `parley`.'),
  client_secret: visible(2_048)
    .nullable()
    .describe(
      'Client secret, up to 2,048 characters. Stored encrypted and never returned. Null for a public client that uses only PKCE.',
    ),
  domains: z
    .array(domainName)
    .min(1)
    .max(DOMAINS_MAX)
    .transform((domains) => [...new Set(domains)])
    .describe(
      `Email domains whose users sign in with this provider, 1 to ${DOMAINS_MAX}. Each must belong to the organization and to no other provider. Example: \`["acme.com"]\`.`,
    ),
  required: z
    .boolean()
    .describe(
      'Whether users in the domains can sign in only with this provider. Parley checks first that the provider works. Defaults to false.',
    ),
  vouches_for_addresses: z
    .boolean()
    .describe(
      'Whether to accept email addresses that the provider does not mark as verified. Set it only for a provider that you run. Defaults to false.',
    ),
  makes_users: z
    .boolean()
    .describe(
      'Whether the first sign-in of an unknown person creates a user. If false, only existing and invited users can sign in. Defaults to true.',
    ),
  default_role: defaultRole.describe('Role of users that sign-in creates. Defaults to `SALES_REP`.'),
  default_team_uuid: uuid()
    .nullable()
    .describe(
      'ID of the team for users that sign-in creates, from `GET /organizations/teams`. Null for no team. Defaults to null.',
    ),
}

/** A provider, in snake case like webhooks. */
export const signInProvider = z
  .object({
    id: z.string().describe('ID of the provider.'),
    name: z.string().describe('Name on the sign-in button.'),
    issuer: z.string().describe('URL of the issuer (OpenID Connect).'),
    client_id: z.string().describe('Client ID of Parley at the provider.'),
    has_client_secret: z.boolean().describe('Whether a client secret is stored. The secret is never returned.'),
    domains: z.array(z.string()).describe('Email domains whose users sign in with this provider.'),
    required: z.boolean().describe('Whether users in the domains can sign in only with this provider.'),
    vouches_for_addresses: z.boolean().describe('Whether unverified email addresses are accepted.'),
    makes_users: z.boolean().describe('Whether the first sign-in of an unknown person creates a user.'),
    default_role: defaultRole.describe('Role of users that sign-in creates.'),
    default_team_uuid: z.string().nullable().describe('ID of the team for users that sign-in creates; null for none.'),
    callback_url: z.string().describe('Redirect URI to register at the provider.'),
    users: z.int().describe('Number of users who have signed in with the provider.'),
    created_at: z.string().describe('Time of creation, ISO 8601.'),
    updated_at: z.string().describe('Time of the last change, ISO 8601.'),
  })
  .meta({ id: 'SignInProvider' })
