/** Labels, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { excerpt, lines, table } from '../../core/tool-text.ts'
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
const tell = ({ uuid, name, description, aiFlow, allTeams, teamsUUID, options }: Label) => ({
  ...{ id: uuid, name, description: excerpt(description, WORDS_MAX) },
  ...{ ai_flow: aiFlow, all_teams: allTeams, team_ids: teamsUUID },
  options: options.map((option) => ({ ...option, description: excerpt(option.description, WORDS_MAX) })),
})
const teamsOf = ({ allTeams, teamsUUID }: Label) => (allTeams ? 'all' : teamsUUID.join(', ') || 'none')
const optionsOf = ({ options }: Label) => options.map(({ value, id }) => `${value} (${id})`).join('; ')

const told = (done: string) => (given: Label) => ({
  text: `${done}\n${lines({
    ...{ Name: given.name, Id: given.uuid, Teams: teamsOf(given), Options: optionsOf(given) },
  })}`,
  data: tell(given),
})

const labelId = idOf('label', 'list_labels')
const { description, aiFlow, allTeams, teamsUUID } = labelFields
const fields = {
  description: description.describe('What it is for.'),
  ai_flow: aiFlow.describe('The analysis may choose an option.'),
  all_teams: allTeams.describe('Offered to every team.'),
  team_ids: teamsUUID.describe('Offered to these teams.'),
}
const names = { ai_flow: 'aiFlow', all_teams: 'allTeams', team_ids: 'teamsUUID' } as const

export const tools: readonly Tool[] = [
  defineTool(listLabels, {
    name: 'list_labels',
    title: 'List labels',
    description:
      'The labels that calls are sorted by, each with its options. change_conversation_labels puts them on a call, ' +
      `search_calls filters by them. Descriptions are cut to ${WORDS_MAX} characters, marked […].`,
    args: {},
    paged: { max: 200 },
    data: { labels: z.array(z.looseObject(labelTold)) },
    present: ({ data }) => ({
      text: table(
        ['Label', 'Options', 'Description', 'Teams', 'Id'],
        data.map((one) => [one.name, optionsOf(one), excerpt(one.description, WORDS_MAX), teamsOf(one), one.uuid]),
      ),
      data: { labels: data.map(tell) },
    }),
  }),
  defineTool(createLabel, {
    name: 'create_label',
    title: 'Make a label',
    description:
      'Makes a label with its options, offered to all teams unless some are named. Names are unique: see list_labels.',
    args: {
      name: labelFields.name.describe('Such as Call type.'),
      ...fields,
      options: optionArguments.made.describe('What may be chosen.'),
    },
    names,
    data: labelTold,
    present: told('Made the label.'),
  }),
  defineTool(updateLabel, {
    name: 'update_label',
    title: 'Change a label',
    description:
      'Changes a label; what is left out stays. Options are replaced as a list: one that comes with its id or value ' +
      'stays the same option, one that criteria name cannot be taken out.',
    args: {
      label_id: labelId,
      name: labelFields.name.optional().describe('New name.'),
      ...fields,
      options: optionArguments.changed.describe('The whole list.'),
    },
    names: { label_id: 'id', ...names },
    idempotent: true,
    data: labelTold,
    present: told('Changed the label.'),
  }),
  defineTool(deleteLabel, {
    name: 'delete_label',
    title: 'Delete a label',
    description:
      'Deletes a label and its options for good, unless criteria name it. What calls are labelled with stays.',
    args: { label_id: labelId },
    names: { label_id: 'id' },
    destructive: true,
    idempotent: true,
    data: { label_id: z.string(), deleted: z.boolean() },
    present: (_, { label_id }) => ({ text: 'Deleted the label.', data: { label_id, deleted: true } }),
  }),
]
