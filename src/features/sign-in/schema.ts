/** Tables of sign-in, and how sessions are told. */
import { z } from 'zod'

declare module '../../core/db.ts' {
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
  }
}

/** Who made a link: the mail that somebody asked for, who runs the installation, or a password that fits several. */
export type LinkMadeBy = 'mail' | 'command_line' | 'password'

const signInWay = z.enum(['link', 'password', 'single_sign_on', 'invitation'])
export type SignInWay = z.output<typeof signInWay>

const addressClass = z.enum(['loopback', 'private', 'public'])
export type AddressClass = z.output<typeof addressClass>

/** Snake case, as connected apps have it, beside which people see them. */
export const session = z
  .object({
    id: z.string(),
    user: z.object({ uuid: z.string(), email: z.string() }),
    browser: z.string().describe('As far as it says what it is: `Firefox on Linux`.'),
    way: signInWay.describe('How it was begun.'),
    address_class: addressClass
      .nullable()
      .describe('What kind of address it was begun from: this machine, a network that is not public, or the internet.'),
    network: z
      .string()
      .nullable()
      .describe('The network around that address, such as 203.0.113.0/24; the address itself is not kept.'),
    created_at: z.string(),
    last_used_at: z.string(),
    expires_at: z.string(),
    current: z.boolean().describe('Whether it is the one that asks.'),
  })
  .meta({ id: 'Session' })
