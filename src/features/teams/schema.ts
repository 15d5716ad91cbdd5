/** What requests and answers say of a team. */
import { z } from 'zod'
import { displayName } from '../../core/display-names.ts'
import { domainName, roleReference, teamReference } from '../identity/index.ts'

export const teamName = () => displayName({ min: 1, max: 256, of: 'team' })

/** A domain, or nothing at all for none. */
export const teamDomain = z.union([domainName, z.literal('')], { error: 'This must be a domain name, or empty.' })

/** A team of a list, which tells the tree by `parentTeamUUID` alone. */
export const listedTeam = teamReference.extend({ archived: z.boolean(), createdAt: z.string() })

/** One team with those directly below it. */
export const team = listedTeam.extend({ children: z.array(teamReference) })

export const member = z.object({
  uuid: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether this is their primary team. */
  primary: z.boolean(),
  roles: z.array(roleReference),
})
