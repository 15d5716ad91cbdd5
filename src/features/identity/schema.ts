/** Tables of identity, and what answers say of a user and a team. */
import type { Generated, GeneratedAlways } from 'kysely'
import { z } from 'zod'
import { displayName } from '../../core/display-names.ts'
import { type Role, roles } from '../../core/principal.ts'
import { uuid } from '../../core/wire.ts'

declare module '../../core/db.ts' {
  interface Tables {
    organizations: { id: string; name: string; created_at: Instant }
    organization_domains: { organization_id: string; domain: string }
    roles: { organization_id: string; id: string; type: Role; name: string }
    teams: {
      organization_id: string
      id: string
      name: string
      domain: string | null
      parent_id: string | null
      created_at: Instant
      archived_at: NullableInstant
    }
    users: {
      organization_id: string
      id: string
      email: string
      email_folded: GeneratedAlways<string>
      first_name: Generated<string>
      last_name: Generated<string>
      bot_name: Generated<string>
      role_id: string
      primary_team_id: string | null
      transcript_lang: Generated<string>
      join_outside_host_meetings: boolean | null
      settings: Generated<UserSettings>
      active: Generated<boolean>
      created_at: Instant
      updated_at: Instant
    }
    team_members: { organization_id: string; team_id: string; user_id: string }
  }
}

const userSettings = z.object({
  joinWhenIAmHostAndAlone: z.boolean(),
  joinWhenIAmHostWithPeers: z.boolean(),
  realTimeCapabilitiesOFF: z.boolean(),
})
export type UserSettings = z.infer<typeof userSettings>

/** Contract: a team as users and teams are told. */
export const teamReference = z.object({
  uuid: z.string(),
  name: z.string(),
  domain: z.string(),
  organizationUUID: z.string(),
  parentTeamUUID: z.string().optional(),
  children: z.array(z.unknown()),
})

/** One of the three roles of an organization. */
export const roleReference = z.object({ name: z.string(), type: z.enum(roles), uuid: z.string() })

/** Contract: "Organization user". */
export const organizationUser = z.object({
  uuid: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  botName: z.string(),
  primaryTeamUUID: z.string(),
  transcriptLang: z.string(),
  joinOutsideHostMeetings: z.boolean().optional(),
  roles: z.array(roleReference),
  settings: userSettings,
  teams: z.array(teamReference),
})

/** The same, where deactivated users are told as well. */
export const userWithStanding = organizationUser.extend({ active: z.boolean() })

/** What people may set of a user's settings; what is left out stays. */
export const givenSettings = userSettings.partial()
export type GivenSettings = z.infer<typeof givenSettings>

export const PERSON_NAME_MAX = 128
export const personName = () => displayName({ max: PERSON_NAME_MAX, of: 'person' })

/** A role by its type or its id; both may be given when they say the same. */
export const roleFields = { role: z.enum(roles).optional(), roleUUID: uuid().optional() }

/** Teams of one person, without repetition. */
export const givenTeams = z
  .array(uuid())
  .max(100)
  .transform((ids) => [...new Set(ids)])

/** A language tag (RFC 5646) such as `en` or `pt-BR`. */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'This must be a language tag such as en or pt-BR.')

/** Lower-case DNS name with at least one dot: `acme.com`. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'This must be a domain name.')

/** An address as people write them, without control characters; compared without regard to case, kept as written. */
export const emailAddress = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s\p{C}@<>(),;:"]+@[^\s\p{C}@<>(),;:"]+$/u, 'This must be an e-mail address.')
