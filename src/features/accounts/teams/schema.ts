/** Request and response schemas of teams. */
import { z } from 'zod'
import { displayName } from '../../../core/display-names.ts'
import { updatedAtField } from '../../../core/list-page.ts'
import { userReference } from '../../../core/user-reference.ts'
import { domainName, roleReference, teamReference } from '../identity/index.ts'

export const teamName = () => displayName({ min: 1, max: 256, of: 'team' })

/** An email domain; empty for none. */
export const teamDomain = z.union([domainName, z.literal('')], {
  error: 'The value must be a domain name, or empty. Example: `acme.com`.',
})

/** A team in a list. `parentTeamUUID` describes the hierarchy. */
export const listedTeam = teamReference.extend({
  archived: z.boolean().describe('Whether the team is archived.'),
  createdAt: z.string().describe('Time of creation, ISO 8601.'),
  updatedAt: updatedAtField(),
})

/** A team with its direct child teams. */
export const team = listedTeam.extend({
  children: z.array(teamReference).describe('Direct child teams that are not archived.'),
})

export const member = z.object({
  ...userReference.shape,
  primary: z.boolean().describe("Whether the team is the user's primary team, which new conversations belong to."),
  roles: z.array(roleReference).describe('Role of the user in the organization; always one entry.'),
})
