/** Tools of field configurations. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { createFieldConfiguration } from './create-field-configuration.ts'
import { deleteFieldConfiguration } from './delete-field-configuration.ts'
import { getFieldConfiguration } from './get-field-configuration.ts'
import { listFieldConfigurations } from './list-field-configurations.ts'
import { configurationFields, type fieldConfiguration } from './schema.ts'
import { updateFieldConfiguration } from './update-field-configuration.ts'

type Configuration = z.output<typeof fieldConfiguration>

const told = {
  id: z.string(),
  name: z.string(),
  all_teams: z.boolean(),
  team_ids: z.array(z.string()),
}
const toToolConfiguration = ({ uuid, name, allTeams, teamsUUID }: Configuration) => ({
  ...{ id: uuid, name, all_teams: allTeams, team_ids: teamsUUID },
})
const formatTeams = ({ allTeams, teamsUUID }: Configuration) =>
  allTeams ? 'all teams' : teamsUUID.length === 0 ? 'no team' : teamsUUID.join(', ')

const formatConditions = ({ criteria: { operator, conditions } }: Configuration) =>
  conditions.map(({ field, value }) => `label ${field} is option ${value}`).join(` ${operator} `)

const wholeText = (one: Configuration) =>
  lines({
    'Field configuration': one.name,
    Id: one.uuid,
    For: formatTeams(one),
    'Default template': one.isDefaultTemplate ? 'yes' : '',
    'Calls with': formatConditions(one) || 'any labels',
  })
const confirmConfigurationChange = (what: string) => (one: Configuration) => ({
  text: `${what}\n${wholeText(one)}`,
  data: toToolConfiguration(one),
})

const configurationId = idArgument('field configuration', 'list_field_configurations')

const { name, allTeams, teamsUUID, isDefaultTemplate, criteria } = configurationFields
const settings = {
  all_teams: allTeams.describe('Applies to every team, including later ones. Defaults to true unless team_ids is set.'),
  team_ids: teamsUUID.describe('IDs of the teams it applies to, from list_teams. Replaces the current teams.'),
  is_default_template: isDefaultTemplate.describe(
    "Marks it as a default template. Stored for clients; it doesn't change how fields are evaluated.",
  ),
  criteria: z
    .object(criteria.unwrap().shape)
    .optional()
    .describe('Label options from list_labels that a call must have. Replaces all existing criteria.'),
}
const settingNames = {
  all_teams: 'allTeams',
  team_ids: 'teamsUUID',
  is_default_template: 'isDefaultTemplate',
} as const

export const tools: readonly Tool[] = [
  defineTool(listFieldConfigurations, {
    name: 'list_field_configurations',
    title: 'List field configurations',
    page: { path: '/fields', field: 'configurations' },
    description:
      'Lists field configurations: sets of fields, such as next step or budget, that Parley evaluates in calls of certain teams. Use list_field_configuration_items for the fields of a configuration.',
    args: {
      team_id: idArgument('team', 'list_teams')
        .optional()
        .describe('ID of a team, from list_teams. Returns configurations that apply to it. Defaults to all.'),
    },
    names: { team_id: 'teamUUID' },
    paged: { max: 200 },
    data: { configurations: z.array(z.looseObject({ id: z.string(), name: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Field configuration', 'Id', 'For'],
        data.map((one) => [one.name, one.uuid, formatTeams(one)]),
      ),
      data: { configurations: data.map(toToolConfiguration) },
    }),
  }),
  defineTool(getFieldConfiguration, {
    name: 'get_field_configuration',
    title: 'Get a field configuration',
    page: { path: '/fields' },
    description:
      'Returns a field configuration with its teams and its criteria, the label options that a call must have.',
    args: { configuration_id: configurationId },
    names: { configuration_id: 'id' },
    data: {
      ...told,
      is_default_template: z.boolean(),
      criteria: z.object({
        operator: z.string(),
        conditions: z.array(z.object({ field: z.string(), value: z.string() })),
      }),
    },
    present: (one) => ({
      text: wholeText(one),
      data: { ...toToolConfiguration(one), is_default_template: one.isDefaultTemplate, criteria: one.criteria },
    }),
  }),
  defineTool(createFieldConfiguration, {
    name: 'create_field_configuration',
    title: 'Create a field configuration',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    page: { path: '/fields' },
    description: 'Creates a field configuration without fields. Add fields with create_field_configuration_item.',
    args: {
      name: name.describe('Name of the configuration, 1 to 128 characters. Example: `Discovery fields`.'),
      ...settings,
    },
    names: settingNames,
    data: { id: z.string(), name: z.string() },
    present: confirmConfigurationChange('Created the field configuration.'),
  }),
  defineTool(updateFieldConfiguration, {
    name: 'update_field_configuration',
    title: 'Update a field configuration',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    page: { path: '/fields' },
    description: 'Updates a field configuration. Omitted arguments keep their values.',
    args: {
      configuration_id: configurationId,
      name: name.optional().describe('New name, 1 to 128 characters. Example: `Discovery fields`.'),
      ...settings,
    },
    names: { configuration_id: 'id', ...settingNames },
    data: { id: z.string(), name: z.string() },
    present: confirmConfigurationChange('Updated the field configuration.'),
  }),
  defineTool(deleteFieldConfiguration, {
    name: 'delete_field_configuration',
    title: 'Delete a field configuration',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description:
      'Deletes a field configuration and its fields permanently. Calls keep the values found for the fields.',
    args: { configuration_id: configurationId },
    names: { configuration_id: 'id' },
    data: { configuration_id: z.string(), deleted: z.boolean() },
    present: (_, { configuration_id }) => ({
      text: 'Deleted the field configuration with its fields.',
      data: { configuration_id, deleted: true },
    }),
  }),
]
