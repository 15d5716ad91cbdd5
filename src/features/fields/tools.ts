/** Field configurations, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines, table } from '../../core/tool-text.ts'
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
const tell = ({ uuid, name, allTeams, teamsUUID }: Configuration) => ({
  ...{ id: uuid, name, all_teams: allTeams, team_ids: teamsUUID },
})
const teamsOf = ({ allTeams, teamsUUID }: Configuration) =>
  allTeams ? 'all teams' : teamsUUID.length === 0 ? 'no team' : teamsUUID.join(', ')

const conditionsOf = ({ criteria: { operator, conditions } }: Configuration) =>
  conditions.map(({ field, value }) => `label ${field} is option ${value}`).join(` ${operator} `)

const wholeText = (one: Configuration) =>
  lines({
    'Field configuration': one.name,
    Id: one.uuid,
    For: teamsOf(one),
    'Default template': one.isDefaultTemplate ? 'yes' : '',
    'Calls with': conditionsOf(one) || 'any labels',
  })
const done = (what: string) => (one: Configuration) => ({ text: `${what}\n${wholeText(one)}`, data: tell(one) })

const configurationId = idOf('field configuration', 'list_field_configurations')

const { name, allTeams, teamsUUID, isDefaultTemplate, criteria } = configurationFields
const settings = {
  all_teams: allTeams.describe('Default, unless team_ids.'),
  team_ids: teamsUUID.describe('Only these teams.'),
  is_default_template: isDefaultTemplate.describe('A mark without effect.'),
  criteria: z
    .object(criteria.unwrap().shape)
    .optional()
    .describe('Only calls with these options of list_labels; replaced whole.'),
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
    description:
      'Field configurations say what is taken from calls (next step, budget …), and for which teams. list_field_configuration_items tells the fields of one.',
    args: { team_id: idOf('team', 'list_teams').optional().describe('For this team.') },
    names: { team_id: 'teamUUID' },
    paged: { max: 200 },
    data: { configurations: z.array(z.looseObject({ id: z.string(), name: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Field configuration', 'Id', 'For'],
        data.map((one) => [one.name, one.uuid, teamsOf(one)]),
      ),
      data: { configurations: data.map(tell) },
    }),
  }),
  defineTool(getFieldConfiguration, {
    name: 'get_field_configuration',
    title: 'Read a field configuration',
    description: 'One field configuration: its teams, and criteria, the label options a call must have.',
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
      data: { ...tell(one), is_default_template: one.isDefaultTemplate, criteria: one.criteria },
    }),
  }),
  defineTool(createFieldConfiguration, {
    name: 'create_field_configuration',
    title: 'Make a field configuration',
    description: 'Makes a field configuration without fields. Add them with create_field_configuration_item.',
    args: { name: name.describe('Its name.'), ...settings },
    names: settingNames,
    data: { id: z.string(), name: z.string() },
    present: done('Made the field configuration.'),
  }),
  defineTool(updateFieldConfiguration, {
    name: 'update_field_configuration',
    title: 'Change a field configuration',
    description: 'Changes a field configuration. What is left out stays.',
    args: { configuration_id: configurationId, name: name.optional().describe('New name.'), ...settings },
    names: { configuration_id: 'id', ...settingNames },
    idempotent: true,
    data: { id: z.string(), name: z.string() },
    present: done('Changed the field configuration.'),
  }),
  defineTool(deleteFieldConfiguration, {
    name: 'delete_field_configuration',
    title: 'Delete a field configuration',
    description: 'Deletes a field configuration with its fields for good. Values taken from calls stay there.',
    args: { configuration_id: configurationId },
    names: { configuration_id: 'id' },
    destructive: true,
    data: { configuration_id: z.string(), deleted: z.boolean() },
    present: (_, { configuration_id }) => ({
      text: 'Deleted the field configuration with its fields.',
      data: { configuration_id, deleted: true },
    }),
  }),
]
