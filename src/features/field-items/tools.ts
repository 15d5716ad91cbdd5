/** Items of field configurations, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { fitted } from '../../core/tool-fit.ts'
import { excerpt, lines, quoted, table } from '../../core/tool-text.ts'
import { createFieldConfigurationItem } from './create-field-configuration-item.ts'
import { deleteFieldConfigurationItem } from './delete-field-configuration-item.ts'
import { getFieldConfigurationItem } from './get-field-configuration-item.ts'
import { listFieldConfigurationItems } from './list-field-configuration-items.ts'
import { type fieldItem, itemFields } from './schema.ts'
import { updateFieldConfigurationItem } from './update-field-configuration-item.ts'

type Item = z.output<typeof fieldItem>

const CONTENTS_LISTED = 160
/** In tokens. */
const CONTENTS_TOLD = 4_000
const DESCRIPTION_TOLD = 1_500
const OPTIONS_TOLD = 5_000

const listed = {
  id: z.string(),
  key: z.string(),
  title: z.string(),
  category: z.string(),
  response_type: z.string(),
  contents: z.string(),
  display_order: z.int(),
}
const tellListed = ({ uuid, key, title, category, responseType, contents, displayOrder }: Item) => ({
  ...{ id: uuid, key, title, category, response_type: responseType, display_order: displayOrder },
  contents: excerpt(contents, CONTENTS_LISTED),
})

function tellWhole(item: Item) {
  const each = Math.floor(OPTIONS_TOLD / Math.max(item.options.length, 1))
  return {
    ...tellListed(item),
    contents: fitted(item.contents, CONTENTS_TOLD),
    description: fitted(item.description, DESCRIPTION_TOLD),
    options: item.options.map((option) => fitted(option, each)),
    depends_on_id: item.dependsOn,
    max_values: item.maxValues,
    allow_long_response: item.allowLongResponse,
    analysis_level: item.analysisLevel,
  }
}

function wholeText(item: Item): string {
  const one = tellWhole(item)
  const head = lines({
    Field: one.title,
    Id: one.id,
    Key: one.key,
    'Field configuration': item.fieldConfigurationUUID,
    Place: one.display_order,
    Category: one.category,
    'Response type': one.response_type,
    Options: one.options.join(', '),
    'Values at most': one.max_values,
    'Long responses': one.allow_long_response ? 'yes' : '',
    'Depends on': one.depends_on_id,
    'Analysis level': one.analysis_level,
    Description: one.description,
  })
  return one.contents === '' ? head : `${head}\n\nAsked of a call:\n\n${quoted(one.contents)}`
}

const changed = { id: z.string(), display_order: z.int() }
const done = (what: string) => (item: Item) => ({ text: `${what}\n${wholeText(item)}`, data: tellListed(item) })

const configurationId = idOf('field configuration', 'list_field_configurations')
const itemId = idOf('field', 'list_field_configuration_items')
const ofItem = { configuration_id: configurationId, item_id: itemId }
const itemNames = { configuration_id: 'id', item_id: 'itemId' } as const

const { title, contents, description, category, responseType, options, dependsOn, maxValues } = itemFields
const { allowLongResponse, analysisLevel, displayOrder } = itemFields
const settings = {
  contents: contents.describe('The question, like: What was agreed to happen next?'),
  description: description.describe('For people.'),
  category: category.describe('Default CustomInsight.'),
  response_type: responseType,
  options: options.describe('Of picklists; replaced whole.'),
  max_values: maxValues.describe('Of multipicklists.'),
  allow_long_response: allowLongResponse.describe('More than some words.'),
  depends_on_id: dependsOn.describe('Field without whose value this has none.'),
  analysis_level: analysisLevel,
  display_order: displayOrder.describe('Place from 1.'),
}
const settingNames = {
  response_type: 'responseType',
  max_values: 'maxValues',
  allow_long_response: 'allowLongResponse',
  depends_on_id: 'dependsOn',
  analysis_level: 'analysisLevel',
  display_order: 'displayOrder',
} as const

export const tools: readonly Tool[] = [
  defineTool(listFieldConfigurationItems, {
    name: 'list_field_configuration_items',
    title: 'List fields',
    description: 'The fields of one configuration in display order, each with the question that is asked of a call.',
    args: { configuration_id: configurationId },
    names: { configuration_id: 'id' },
    paged: { max: 200 },
    data: { items: z.array(z.looseObject({ id: z.string(), title: z.string(), response_type: z.string() })) },
    present: ({ data }) => {
      const items = data.map(tellListed)
      return {
        text: table(
          ['Place', 'Field', 'Id', 'Key', 'Category', 'Type', 'Question'],
          items.map((one) => [
            ...[one.display_order, one.title, one.id, one.key, one.category, one.response_type, one.contents],
          ]),
        ),
        data: { items },
      }
    },
  }),
  defineTool(getFieldConfigurationItem, {
    name: 'get_field_configuration_item',
    title: 'Read a field',
    description: 'One field of a configuration with its whole question, options and dependence.',
    args: ofItem,
    names: itemNames,
    data: {
      ...listed,
      description: z.string(),
      options: z.array(z.string()),
      depends_on_id: z.string().nullable(),
      max_values: z.int().nullable(),
      allow_long_response: z.boolean(),
      analysis_level: z.string(),
    },
    present: (item) => ({ text: wholeText(item), data: tellWhole(item) }),
  }),
  defineTool(createFieldConfigurationItem, {
    name: 'create_field_configuration_item',
    title: 'Add a field',
    description: 'Adds a field to a configuration: a question to ask of calls, and what an answer looks like.',
    args: { configuration_id: configurationId, title: title.describe('Its name.'), ...settings },
    names: { configuration_id: 'id', ...settingNames },
    data: changed,
    present: done('Added the field.'),
  }),
  defineTool(updateFieldConfigurationItem, {
    name: 'update_field_configuration_item',
    title: 'Change a field',
    description: 'Changes or moves a field. What is left out stays.',
    args: { ...ofItem, title: title.optional().describe('New name.'), ...settings },
    names: { ...itemNames, ...settingNames },
    idempotent: true,
    data: changed,
    present: done('Changed the field.'),
  }),
  defineTool(deleteFieldConfigurationItem, {
    name: 'delete_field_configuration_item',
    title: 'Delete a field',
    description: 'Deletes a field for good and frees those that depend on it. Values taken from calls stay there.',
    args: ofItem,
    names: itemNames,
    destructive: true,
    data: { item_id: z.string(), deleted: z.boolean() },
    present: (_, { item_id }) => ({ text: 'Deleted the field.', data: { item_id, deleted: true } }),
  }),
]
