/** Tables of labels, and their request and response schemas (decisions, section 3). */
import { z } from 'zod'
import { updatedAtField } from '../../../core/list-page.ts'
import { text, uuid } from '../../../core/wire.ts'
import { givenTeams } from '../../accounts/identity/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    labels: {
      organization_id: string
      id: string
      name: string
      name_folded: string
      description: string
      ai_flow: boolean
      all_teams: boolean
      created_at: Instant
      updated_at: Instant
    }
    label_options: {
      organization_id: string
      label_id: string
      id: string
      position: number
      value: string
      description: string
    }
    label_teams: { organization_id: string; label_id: string; team_id: string }
    label_holds: {
      organization_id: string
      label_id: string
      option_id: string
      holder_kind: HolderKind
      holder_id: string
    }
  }
}

/** Resources that have criteria. */
export type HolderKind = 'scorecard' | 'field_configuration'

export const label = z
  .object({
    uuid: z.string().describe('ID of the label.'),
    name: z.string().describe('Name of the label. Unique in the organization, ignoring case.'),
    description: z.string().describe('Meaning of the label, for people and for the analysis. Empty if it has none.'),
    aiFlow: z.boolean().describe('Whether the analysis chooses an option of this label for conversations.'),
    allTeams: z.boolean().describe('Whether the label is available to every team.'),
    teamsUUID: z
      .array(z.string())
      .describe('IDs of the teams that can use the label, sorted. Empty if all teams or no team can use it.'),
    options: z
      .array(
        z.object({
          id: z.string().describe('ID of the option.'),
          value: z.string().describe('Value of the option. Unique in the label, ignoring case.'),
          description: z.string().describe('Meaning of the option. Empty if it has none.'),
        }),
      )
      .describe('Options of the label, in display order.'),
    updatedAt: updatedAtField(),
    organizationUUID: z.string().describe('ID of the organization that owns the label.'),
  })
  .meta({ id: 'Label' })
export type Label = z.output<typeof label>

const option = z.object({
  value: text({ min: 1, max: 256, trim: true }).describe(
    'Value of the option, 1 to 256 characters. Unique in the label, ignoring case. Example: `Discovery`.',
  ),
  description: text({ max: 500 })
    .optional()
    .describe(
      'Meaning of the option, which the analysis uses to choose it. Maximum 500 characters. Example: `First questions`.',
    ),
})
const keptOption = option.extend({
  id: uuid()
    .optional()
    .describe('ID of an existing option to keep. Without it, an existing option with the same value is kept.'),
})
export type OptionInput = z.output<typeof keptOption>

const OPTIONS_MAX = 200

const optionsSchema = <T extends z.ZodType>(one: T) => z.array(one).max(OPTIONS_MAX)

/** Request fields. Only the name is required at creation. */
export const labelFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name of the label, 1 to 128 characters. Unique in the organization, ignoring case. Example: `Call type`.',
  ),
  description: text({ max: 2_000 })
    .optional()
    .describe(
      'Meaning of the label, which the analysis uses to choose an option. Maximum 2,000 characters. Defaults to empty.',
    ),
  aiFlow: z
    .boolean()
    .optional()
    .describe('Whether the analysis chooses an option of this label for conversations. Defaults to false.'),
  allTeams: z
    .boolean()
    .optional()
    .describe(
      'Whether the label is available to every team. Defaults to true for a new label without `teamsUUID`. Setting it ' +
        "to true removes all teams. It can't be combined with a non-empty `teamsUUID`.",
    ),
  teamsUUID: givenTeams
    .optional()
    .describe(
      'IDs of the teams that can use the label, from `GET /organizations/teams`. Maximum 100. Replaces the current ' +
        'teams. A list with at least one team sets `allTeams` to false unless you send `allTeams`.',
    ),
}
export const newOptions = optionsSchema(option)
  .optional()
  .describe(`Options of the label in display order, maximum ${OPTIONS_MAX}. Defaults to an empty list.`)
export const changedOptions = optionsSchema(keptOption)
  .optional()
  .describe(`Options of the label in display order, maximum ${OPTIONS_MAX}. Replaces all existing options.`)
/** The same schemas for tool arguments, which reject unknown properties. */
export const optionArguments = {
  made: optionsSchema(option.strict()).optional(),
  changed: optionsSchema(keptOption.strict()).optional(),
}

const CONDITIONS_MAX = 50

const operator = z
  .enum(['AND', 'OR'])
  .describe('`AND` requires all conditions; `OR` requires at least one of them. Example: `AND`.')
const condition = {
  field: uuid().describe('ID of a label, from `GET /labels`.'),
  value: uuid().describe('ID of an option of this label.'),
}
export const criteriaSchema = z
  .object({
    operator,
    conditions: z
      .array(z.object(condition))
      .max(CONDITIONS_MAX)
      .describe(`Conditions on the labels of a conversation, maximum ${CONDITIONS_MAX}. An empty list is always met.`),
  })
  .meta({ id: 'Criteria' })
export type Criteria = z.output<typeof criteriaSchema>

/** The same schema for tool arguments, which reject unknown properties. */
export const criteriaArgument = () =>
  z.strictObject({
    operator,
    conditions: z
      .array(
        z.strictObject({ field: uuid().describe('ID of the label.'), value: uuid().describe('ID of the option.') }),
      )
      .max(CONDITIONS_MAX)
      .describe('Labels that a call must have.'),
  })

export const NO_CRITERIA: Criteria = { operator: 'AND', conditions: [] }
