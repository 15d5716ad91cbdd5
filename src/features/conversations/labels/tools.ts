/** Tools of labels. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt, lines, table } from '../../../core/tool-text.ts'
import { createLabel } from './create-label.ts'
import { deleteLabel } from './delete-label.ts'
import { listLabels } from './list-labels.ts'
import { type Label, labelFields, optionArguments } from './schema.ts'
import { updateLabel } from './update-label.ts'

const WORDS_MAX = 200

const labelTold = {
  id: z.string(),
  name: z.string(),
  options: z.array(z.looseObject({ id: z.string(), value: z.string() })),
}
const toToolLabel = ({ uuid, name, description, aiFlow, allTeams, teamsUUID, options }: Label) => ({
  ...{ id: uuid, name, description: excerpt(description, WORDS_MAX) },
  ...{ ai_flow: aiFlow, all_teams: allTeams, team_ids: teamsUUID },
  options: options.map((option) => ({ ...option, description: excerpt(option.description, WORDS_MAX) })),
})
const formatTeams = ({ allTeams, teamsUUID }: Label) => (allTeams ? 'all' : teamsUUID.join(', ') || 'none')
const formatOptions = ({ options }: Label) => options.map(({ value, id }) => `${value} (${id})`).join('; ')

const confirmLabelChange = (done: string) => (given: Label) => ({
  text: `${done}\n${lines({
    ...{ Name: given.name, Id: given.uuid, Teams: formatTeams(given), Options: formatOptions(given) },
  })}`,
  data: toToolLabel(given),
})

const labelId = idArgument('label', 'list_labels')
const { description, aiFlow, allTeams, teamsUUID } = labelFields
const fields = {
  description: description.describe('Meaning of the label, maximum 2,000 characters. Example: `Phase of the deal`.'),
  ai_flow: aiFlow.describe('Whether the analysis chooses an option for calls. Defaults to false.'),
  all_teams: allTeams.describe('Available to every team. Defaults to true unless team_ids is set.'),
  team_ids: teamsUUID.describe('IDs of the teams that can use it, from list_teams. Replaces the current teams.'),
}
const names = { ai_flow: 'aiFlow', all_teams: 'allTeams', team_ids: 'teamsUUID' } as const

export const tools: readonly Tool[] = [
  defineTool(listLabels, {
    name: 'list_labels',
    title: 'List labels',
    page: { path: '/labels', field: 'labels' },
    description:
      'Lists the labels that classify calls, with their options. Use change_conversation_labels to label a call, and ' +
      `search_calls to filter by label. Descriptions longer than ${WORDS_MAX} characters are cut and end with […].`,
    args: {},
    paged: { max: 200 },
    data: { labels: z.array(z.looseObject(labelTold)) },
    present: ({ data }) => ({
      text: table(
        ['Label', 'Options', 'Description', 'Teams', 'Id'],
        data.map((one) => [
          one.name,
          formatOptions(one),
          excerpt(one.description, WORDS_MAX),
          formatTeams(one),
          one.uuid,
        ]),
      ),
      data: { labels: data.map(toToolLabel) },
    }),
  }),
  defineTool(createLabel, {
    name: 'create_label',
    title: 'Create a label',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    page: { path: '/labels' },
    description:
      'Creates a label with its options, for all teams by default. Call list_labels first: names are unique, ignoring ' +
      'case.',
    args: {
      name: labelFields.name.describe('Name of the label, 1 to 128 characters. Example: `Call type`.'),
      ...fields,
      options: optionArguments.made.describe(
        'Options to choose from, in display order. Example: `[{"value": "Won"}]`.',
      ),
    },
    names,
    data: labelTold,
    present: confirmLabelChange('Created the label.'),
  }),
  defineTool(updateLabel, {
    name: 'update_label',
    title: 'Update a label',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    page: { path: '/labels' },
    description:
      'Updates a label. Omitted arguments keep their values. `options` replaces all options: one sent with its id or ' +
      "value stays the same option. Options that criteria use can't be removed.",
    args: {
      label_id: labelId,
      name: labelFields.name.optional().describe('New name, 1 to 128 characters. Example: `Call type`.'),
      ...fields,
      options: optionArguments.changed.describe('All options, in display order. Omitted options are deleted.'),
    },
    names: { label_id: 'id', ...names },
    data: labelTold,
    present: confirmLabelChange('Updated the label.'),
  }),
  defineTool(deleteLabel, {
    name: 'delete_label',
    title: 'Delete a label',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description: 'Deletes a label and its options permanently. Fails if criteria use it. Calls keep their labels.',
    args: { label_id: labelId },
    names: { label_id: 'id' },
    data: { label_id: z.string(), deleted: z.boolean() },
    present: (_, { label_id }) => ({ text: 'Deleted the label.', data: { label_id, deleted: true } }),
  }),
]
