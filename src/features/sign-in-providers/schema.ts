/** Tables of sign-in providers, and the shapes that requests and answers share. */
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'
import { domainName } from '../identity/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    sign_in_providers: {
      organization_id: string
      id: string
      name: string
      issuer: string
      client_id: string
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

/** Admins are made by admins. */
const defaultRole = z.enum(['MANAGER', 'SALES_REP'])
export type DefaultRole = z.output<typeof defaultRole>

const ISSUER_MAX = 2_048
const DOMAINS_MAX = 50
const DISCOVERY = /\/\.well-known\/openid-configuration$/

const issuer = z
  .url({ protocol: /^https?$/, error: 'This must be an https address.' })
  .max(ISSUER_MAX, { error: `This must have at most ${ISSUER_MAX} characters.` })
  .superRefine((value, issues) => {
    const url = URL.parse(value)
    if (url !== null && (url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '')) {
      issues.addIssue({ code: 'custom', message: 'This must have no user, password, query or fragment.' })
    }
  })
  // People copy the address of the document that describes it. A slash at the end belongs to some names, and stays.
  .transform((value) => value.replace(DISCOVERY, ''))
  .meta({ type: 'string', format: 'uri', maxLength: ISSUER_MAX })
  .describe(
    'Its issuer, as its discovery document says it. Plain http and private addresses are for the operator to allow.',
  )

const visible = (max: number) =>
  z
    .string()
    .regex(/^[\x20-\x7e]+$/, { error: 'This must be of visible ASCII characters.' })
    .max(max, { error: `This must have at most ${max} characters.` })

export const providerFields = {
  name: text({ min: 1, max: 128, trim: true }).describe('As people know it: it stands on the button.'),
  issuer,
  client_id: visible(512).describe('What the provider calls us.'),
  client_secret: visible(2_048)
    .nullable()
    .describe('Kept sealed, and never told again. Null: the provider wants none, and PKCE alone protects the code.'),
  domains: z
    .array(domainName)
    .min(1)
    .max(DOMAINS_MAX)
    .transform((domains) => [...new Set(domains)])
    .describe('Whose people it signs in. Each is a domain of the organization, and of no other provider.'),
  required: z
    .boolean()
    .describe('In its domains nobody signs in by a link or a password any more; the provider has to answer first.'),
  vouches_for_addresses: z
    .boolean()
    .describe(
      'An address counts although the provider does not say that it is verified. Only for one you run yourself.',
    ),
  makes_users: z.boolean().describe('Who comes for the first time becomes a user. Otherwise only users come in.'),
  default_role: defaultRole.describe('Role of who becomes a user by coming.'),
  default_team_uuid: uuid().nullable().describe('Team of who becomes a user by coming.'),
}

/** Snake case, as webhooks have it: what an admin sets up. */
export const signInProvider = z
  .object({
    id: z.string(),
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean(),
    domains: z.array(z.string()),
    required: z.boolean(),
    vouches_for_addresses: z.boolean(),
    makes_users: z.boolean(),
    default_role: defaultRole,
    default_team_uuid: z.string().nullable(),
    callback_url: z.string().describe('What to enter at the provider as the address to come back to.'),
    users: z.int().describe('Who has come by it so far.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'SignInProvider' })
