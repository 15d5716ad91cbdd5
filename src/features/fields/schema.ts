/** Tables of field configurations and assignments, what requests give and what answers say (decisions, section 3). */
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'
import { criteriaSchema } from '../labels/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    field_configurations: {
      organization_id: string
      id: string
      name: string
      all_teams: boolean
      is_default_template: boolean
      criteria: string
      created_at: Instant
      updated_at: Instant
    }
    field_configuration_teams: { organization_id: string; configuration_id: string; team_id: string }
    field_item_assignments: {
      organization_id: string
      id: string
      item_id: string
      team_id: string | null
      display_order: number | null
    }
  }
}

export const categories = ['CRM', 'Indicators', 'BuiltInInsight', 'CustomInsight'] as const
export type Category = (typeof categories)[number]

/** Items that one configuration may have. */
export const ITEMS_MAX = 500
const TEAMS_MAX = 100

export const fieldConfiguration = z
  .object({
    uuid: z.string(),
    name: z.string(),
    organizationUUID: z.string(),
    teamsUUID: z.array(z.string()).describe('The teams it is for; empty when that is all of them, or none.'),
    allTeams: z.boolean().describe('It is for every team, those made later too.'),
    isDefaultTemplate: z.boolean().describe('A mark that the organization sets; nothing else follows from it.'),
    criteria: criteriaSchema,
  })
  .meta({ id: 'FieldConfiguration' })

/** Fields of requests; all but the name may be left out at creation. */
export const configurationFields = {
  name: text({ min: 1, max: 128, trim: true }),
  teamsUUID: z.array(uuid()).max(TEAMS_MAX).optional().describe('Naming a team takes allTeams back.'),
  allTeams: z.boolean().optional().describe('Default true, unless teams are named. True takes the named teams off.'),
  isDefaultTemplate: z.boolean().optional(),
  criteria: criteriaSchema.optional().describe('Replaced as a whole.'),
}

export const fieldAssignment = z
  .object({
    uuid: z.string(),
    intelligenceItemUUID: z.string(),
    teamUUID: z.string().nullable().describe('Null: every team.'),
    category: z.enum(categories),
    displayOrder: z.int().describe('The place of its own that it was given, else the place of its item.'),
  })
  .meta({ id: 'FieldAssignment' })
