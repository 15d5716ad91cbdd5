/** Tables of sign-in, and the response schema of a session. */
import { z } from 'zod'

declare module '../../../core/db.ts' {
  interface Tables {
    sign_in_links: {
      organization_id: string
      id: string
      user_id: string
      token_hash: string
      return_to: string | null
      made_by: LinkMadeBy
      created_at: Instant
      expires_at: Instant
    }
    sessions: {
      organization_id: string
      id: string
      user_id: string
      token_hash: string
      created_at: Instant
      last_used_at: Instant
      expires_at: Instant
      user_agent: string
      way: SignInWay
      address_class: AddressClass | null
      network: string | null
    }
    pending_sign_ins: {
      organization_id: string
      id: string
      user_id: string
      token_hash: string
      way: SignInWay
      return_to: string | null
      attempts: number
      created_at: Instant
      expires_at: Instant
    }
  }
}

/** Origin of a link: a requested email, the operator, or a password that is valid in several organizations. */
export type LinkMadeBy = 'mail' | 'command_line' | 'password'

const signInWay = z.enum(['link', 'password', 'single_sign_on', 'invitation', 'passkey'])
export type SignInWay = z.output<typeof signInWay>
export const signInWays = signInWay.options

const addressClass = z.enum(['loopback', 'private', 'public'])
export type AddressClass = z.output<typeof addressClass>

/** A session. Snake case, as in connected apps, which the app shows on the same page. */
export const session = z
  .object({
    id: z.string().describe('ID of the session.'),
    user: z
      .object({
        uuid: z.string().describe('ID of the user.'),
        email: z.string().describe('Email address of the user.'),
      })
      .describe('User who is signed in.'),
    browser: z
      .string()
      .describe('Browser and system, such as `Firefox on Linux`; `Unknown browser` if not recognized.'),
    way: signInWay.describe('How the user signed in.'),
    address_class: addressClass
      .nullable()
      .describe(
        'Class of the IP address at sign-in: the server itself, a private network, or the internet. Null if unknown.',
      ),
    network: z
      .string()
      .nullable()
      .describe(
        'Network of the IP address, such as `203.0.113.0/24`; null if unknown. The address itself is not stored.',
      ),
    created_at: z.string().describe('Time of sign-in, ISO 8601.'),
    last_used_at: z.string().describe('Time of the last use, ISO 8601, accurate to a minute.'),
    expires_at: z.string().describe('Time at which the session ends at the latest, ISO 8601.'),
    current: z.boolean().describe('Whether this session sent the request.'),
  })
  .meta({ id: 'Session' })
