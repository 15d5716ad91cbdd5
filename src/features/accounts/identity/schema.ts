/** Tables of identity, and the schemas of users, roles and teams. */
import type { Generated, GeneratedAlways } from 'kysely'
import { z } from 'zod'
import { displayName } from '../../../core/display-names.ts'
import { LANGUAGE_TAGS } from '../../../core/languages/current.ts'
import { updatedAtField } from '../../../core/list-page.ts'
import { parsePhonePattern } from '../../../core/phone-numbers.ts'
import { type Role, roles } from '../../../core/principal.ts'
import { uuid } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    organizations: { id: string; name: string; created_at: Instant }
    organization_domains: { organization_id: string; domain: string }
    organization_phone_numbers: { organization_id: string; number: string }
    roles: { organization_id: string; id: string; type: Role; name: string }
    teams: {
      organization_id: string
      id: string
      name: string
      domain: string | null
      parent_id: string | null
      created_at: Instant
      updated_at: Instant
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
      /** IANA name of the time zone of the user's browser. */
      time_zone: string | null
      /** Language that was chosen for the user, as a tag of `LANGUAGES`. Null if none was chosen. */
      language: string | null
      /** Language in which the app was last shown to a user without a choice. */
      browser_language: string | null
    }
    team_members: { organization_id: string; team_id: string; user_id: string }
  }
}

const userSettings = z.object({
  joinWhenIAmHostAndAlone: z
    .boolean()
    .describe(
      'Whether a meeting recorder joins meetings that the user hosts without other participants. Stored for clients.',
    ),
  joinWhenIAmHostWithPeers: z
    .boolean()
    .describe('Whether a meeting recorder joins meetings that the user hosts with colleagues. Stored for clients.'),
  realTimeCapabilitiesOFF: z
    .boolean()
    .describe('Whether real-time features are turned off for the user. Stored for clients.'),
})
export type UserSettings = z.infer<typeof userSettings>

/** Team record of the contract, as part of users and teams. */
export const teamReference = z.object({
  uuid: z.string().describe('ID of the team.'),
  name: z.string().describe('Name of the team.'),
  domain: z.string().describe('Email domain of the team. Empty if it has none.'),
  organizationUUID: z.string().describe('ID of the organization that owns the team.'),
  parentTeamUUID: z.string().optional().describe('ID of the parent team. Omitted for top-level teams.'),
  children: z
    .array(z.unknown())
    .describe('Child teams. Always empty here; `GET /organizations/teams/{id}` lists them.'),
})

/** Names of the roles. `SALES_REP` is "Member", because support and research teams have calls too. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = { ADMIN: 'Admin', MANAGER: 'Manager', SALES_REP: 'Member' }

/** One of the three roles of an organization. */
export const roleReference = z.object({
  name: z.string().describe('Display name of the role: Admin, Manager or Member.'),
  type: z.enum(roles).describe('Type of the role, which defines its permissions.'),
  uuid: z.string().describe('ID of the role in the organization.'),
})

/** "Organization user" of the contract. */
export const organizationUser = z.object({
  uuid: z.string().describe('ID of the user.'),
  email: z.string().describe('Email address of the user. Unique in the organization, ignoring case.'),
  firstName: z.string().describe('First name. Can be empty.'),
  lastName: z.string().describe('Last name. Can be empty.'),
  botName: z.string().describe('Display name of the meeting recorder of the user. Can be empty.'),
  primaryTeamUUID: z.string().describe('ID of the primary team of the user. Empty if the user has none.'),
  transcriptLang: z
    .string()
    .describe('Preferred transcript language as a language tag (RFC 5646). Empty if not set. Stored for clients.'),
  joinOutsideHostMeetings: z
    .boolean()
    .optional()
    .describe(
      'Whether a meeting recorder joins meetings with an external host. Omitted if not set. Stored for clients.',
    ),
  roles: z.array(roleReference).describe('Role of the user. Always one entry.'),
  settings: userSettings.describe('Meeting settings of the user.'),
  teams: z.array(teamReference).describe('Active teams that the user is a member of, sorted by name.'),
  updatedAt: updatedAtField(),
})

/** Language of the app, as a language tag (RFC 5646). */
export const appLanguage = z.enum(LANGUAGE_TAGS)

/** Organization user with the status and the language of the app, for operations that also return deactivated users. */
export const userWithStanding = organizationUser.extend({
  active: z.boolean().describe('Whether the user is active. Deactivated users have no access.'),
  language: appLanguage
    .nullable()
    .describe(
      'Language of the app and of emails to the user. Null if none was chosen: the app has the language of the browser, ' +
        'and so have emails.',
    ),
})

/** User settings of a request. Omitted settings keep their values. */
export const givenSettings = userSettings.partial()
export type SettingsInput = z.infer<typeof givenSettings>

export const PERSON_NAME_MAX = 128
export const personName = () => displayName({ max: PERSON_NAME_MAX, of: 'person' })

/** Role by type or ID. If a request contains both, they must match. */
export const roleFields = {
  role: z.enum(roles).optional().describe('Type of the role. Example: `MANAGER`.'),
  roleUUID: uuid()
    .optional()
    .describe(
      'ID of the role, from `GET /organizations/roles`. Alternative to `role`; if you send both, they must match.',
    ),
}

/** Team IDs of a request, without duplicates. */
export const givenTeams = z
  .array(uuid())
  .max(100)
  .transform((ids) => [...new Set(ids)])

/** A language tag (RFC 5646) such as `en` or `pt-BR`. */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'Use a language tag, such as en or pt-BR.')

/** Lower-case DNS name with at least one dot: `acme.com`. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'Use a domain name, such as example.com.',
  )

/** Control and format characters, private and unassigned ones. */
const INVISIBLE = /\p{C}/u

/**
 * Email address without control characters. Comparisons ignore case; the stored address keeps its case. The pattern is
 * part of the API description, so it contains only what the regular expressions of other languages support.
 */
export const emailAddress = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/, { error: 'Use an email address, such as anna@example.com.', abort: true })
  .refine((address) => !INVISIBLE.test(address), 'Use an email address without invisible characters.')

/** Maximum number of telephone numbers and beginnings of numbers of an organization. */
export const PHONE_NUMBERS_MAX = 1_000

/**
 * A telephone number with its country code, or the beginning of several numbers with a star. The pattern is part of the
 * API description; spaces and other separators are removed.
 */
export const phonePattern = z
  .string()
  .trim()
  .max(32)
  .regex(
    /^(?:\+[1-9]|00[1-9])[0-9 ()./-]{3,29}\*?$/,
    'Use a telephone number with country code, such as +493012345, or the beginning of several numbers, such as +4930123*.',
  )
  .transform((value, context) => {
    const pattern = parsePhonePattern(value)
    if (pattern !== undefined) return pattern
    context.addIssue({ code: 'custom', message: 'Use a telephone number with 4 to 15 digits after the plus sign.' })
    return z.NEVER
  })
