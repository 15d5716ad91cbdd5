/** Tables of field configurations and assignments, and their request and response schemas (decisions, section 3). */
import { z } from 'zod'
import { updatedAtField } from '../../../core/list-page.ts'
import { text, uuid } from '../../../core/wire.ts'
import { criteriaSchema } from '../../conversations/labels/index.ts'

declare module '../../../core/db.ts' {
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
export type ConfigurationCategory = (typeof categories)[number]

/** Maximum number of items in one configuration. */
export const ITEMS_MAX = 500
const TEAMS_MAX = 100

export const fieldConfiguration = z
  .object({
    uuid: z.string().describe('ID of the field configuration.'),
    name: z.string().describe('Name of the field configuration.'),
    organizationUUID: z.string().describe('ID of the organization that owns the configuration.'),
    teamsUUID: z
      .array(z.string())
      .describe(
        'IDs of the teams that the configuration applies to, sorted. Archived teams are omitted. Empty if the ' +
          'configuration applies to all teams or to no team.',
      ),
    allTeams: z
      .boolean()
      .describe('Whether the configuration applies to every team, including teams that are created later.'),
    isDefaultTemplate: z
      .boolean()
      .describe("Whether clients marked it as a default template. It doesn't change how fields are evaluated."),
    criteria: criteriaSchema.describe(
      'Label options that select the conversations. A configuration without conditions applies to every conversation.',
    ),
    updatedAt: updatedAtField(),
  })
  .meta({ id: 'FieldConfiguration' })

/** Request fields. Only the name is required at creation. */
export const configurationFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name of the field configuration, 1 to 128 characters. Example: `Discovery fields`.',
  ),
  teamsUUID: z
    .array(uuid())
    .max(TEAMS_MAX)
    .optional()
    .describe(
      `IDs of the teams that the configuration applies to, from \`GET /organizations/teams\`. Maximum ${TEAMS_MAX}. Replaces the ` +
        'current teams. A list with at least one team sets `allTeams` to false unless you send `allTeams`.',
    ),
  allTeams: z
    .boolean()
    .optional()
    .describe(
      'Whether the configuration applies to every team. Defaults to true for a new configuration without `teamsUUID`. ' +
        "Setting it to true removes all teams. It can't be combined with a non-empty `teamsUUID`.",
    ),
  isDefaultTemplate: z
    .boolean()
    .optional()
    .describe(
      "Marks the configuration as a default template. Stored for clients; it doesn't change how fields are evaluated. " +
        'Defaults to false for a new configuration.',
    ),
  criteria: criteriaSchema
    .optional()
    .describe(
      'Label options that select the conversations. Replaces all existing criteria. A configuration without conditions ' +
        'applies to every conversation.',
    ),
}

export const fieldAssignment = z
  .object({
    uuid: z.string().describe('ID of the assignment.'),
    intelligenceItemUUID: z.string().describe('ID of the field configuration item.'),
    teamUUID: z.string().nullable().describe('ID of the team. Null if the item is assigned to all teams.'),
    category: z.enum(categories).describe('Category of the item. Clients use it to group fields.'),
    displayOrder: z
      .int()
      .describe('Position in the team, from 1. It is the position of the item unless you set another.'),
  })
  .meta({ id: 'FieldAssignment' })
