/** Tools of field configuration items. Tools and the app call them fields. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { truncateToTokens } from '../../../core/tool-fit.ts'
import { excerpt, lines, quoteLines, table } from '../../../core/tool-text.ts'
import { LONG_TEXT_MAX, TEXT_MAX } from '../extraction/index.ts'
import { createFieldConfigurationItem } from './create-field-configuration-item.ts'
import { deleteFieldConfigurationItem } from './delete-field-configuration-item.ts'
import { getFieldConfigurationItem } from './get-field-configuration-item.ts'
import { listFieldConfigurationItems } from './list-field-configuration-items.ts'
import { type fieldItem, itemFields } from './schema.ts'
import { updateFieldConfigurationItem } from './update-field-configuration-item.ts'

type Item = z.output<typeof fieldItem>

const CONTENTS_LISTED = 160
/** Maximum lengths of texts in a result, in tokens. */
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
const serializeListed = ({ uuid, key, title, category, responseType, contents, displayOrder }: Item) => ({
  ...{ id: uuid, key, title, category, response_type: responseType, display_order: displayOrder },
  contents: excerpt(contents, CONTENTS_LISTED),
})

function serializeWhole(item: Item) {
  const each = Math.floor(OPTIONS_TOLD / Math.max(item.options.length, 1))
  return {
    ...serializeListed(item),
    contents: truncateToTokens(item.contents, CONTENTS_TOLD),
    description: truncateToTokens(item.description, DESCRIPTION_TOLD),
    options: item.options.map((option) => truncateToTokens(option, each)),
    depends_on_id: item.dependsOn,
    max_values: item.maxValues,
    allow_long_response: item.allowLongResponse,
    analysis_level: item.analysisLevel,
  }
}

function wholeText(item: Item): string {
  const one = serializeWhole(item)
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
  return one.contents === '' ? head : `${head}\n\nQuestion:\n\n${quoteLines(one.contents)}`
}

const changed = { id: z.string(), display_order: z.int() }
const confirmFieldItemChange = (what: string) => (item: Item) => ({
  text: `${what}\n${wholeText(item)}`,
  data: serializeListed(item),
})

const configurationId = idArgument('field configuration', 'list_field_configurations')
const itemId = idArgument('field', 'list_field_configuration_items')
const ofItem = { configuration_id: configurationId, item_id: itemId }
const itemNames = { configuration_id: 'id', item_id: 'itemId' } as const

const { title, contents, description, category, responseType, options, dependsOn, maxValues } = itemFields
const { allowLongResponse, analysisLevel, displayOrder } = itemFields
const settings = {
  contents: contents.describe('Question to answer from a call. Example: `What did both sides agree to do next?`.'),
  description: description.describe(
    'Explanation for people and for the analysis, maximum 2,000 characters. Example: `Budget for the first year`.',
  ),
  category: category.describe('Category to group fields by. Defaults to CustomInsight. Example: `CRM`.'),
  response_type: responseType.describe('Form of the value. Defaults to text. Example: `picklist`.'),
  options: options.describe('Allowed values, required for picklists. Replaces all existing options.'),
  max_values: maxValues.describe('Maximum number of options in a multipicklist value. Null means no limit.'),
  allow_long_response: allowLongResponse.describe(
    `Allows text values of ${LONG_TEXT_MAX} instead of ${TEXT_MAX} characters. Defaults to false.`,
  ),
  depends_on_id: dependsOn.describe(
    'ID of another field. This field is evaluated only if that one has a value other than false.',
  ),
  analysis_level: analysisLevel.describe(
    'Calls that the field applies to: all (conversation, the default), or only those linked to an opportunity or account.',
  ),
  display_order: displayOrder.describe('Position in the configuration, from 1. Defaults to last. Example: `1`.'),
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
    description:
      'Lists the fields of a field configuration in display order, with the question that Parley answers from a call for each field.',
    args: { configuration_id: configurationId },
    names: { configuration_id: 'id' },
    paged: { max: 200 },
    data: { items: z.array(z.looseObject({ id: z.string(), title: z.string(), response_type: z.string() })) },
    present: ({ data }) => {
      const items = data.map(serializeListed)
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
    title: 'Get a field',
    description: 'Returns a field of a field configuration with its full question, options and dependency.',
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
    present: (item) => ({ text: wholeText(item), data: serializeWhole(item) }),
  }),
  defineTool(createFieldConfigurationItem, {
    name: 'create_field_configuration_item',
    title: 'Add a field',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    description: 'Adds a field to a field configuration: a question to answer from calls, and the form of its value.',
    args: {
      configuration_id: configurationId,
      title: title.describe('Title of the field, 1 to 256 characters. Example: `Next step`.'),
      ...settings,
    },
    names: { configuration_id: 'id', ...settingNames },
    data: changed,
    present: confirmFieldItemChange('Added the field.'),
  }),
  defineTool(updateFieldConfigurationItem, {
    name: 'update_field_configuration_item',
    title: 'Update a field',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Updates or moves a field. Omitted arguments keep their values. A new response type without options clears the options.',
    args: {
      ...ofItem,
      title: title.optional().describe('New title, 1 to 256 characters. Example: `Next step`.'),
      ...settings,
    },
    names: { ...itemNames, ...settingNames },
    data: changed,
    present: confirmFieldItemChange('Updated the field.'),
  }),
  defineTool(deleteFieldConfigurationItem, {
    name: 'delete_field_configuration_item',
    title: 'Delete a field',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description: 'Deletes a field permanently and removes dependencies on it. Calls keep the values found for it.',
    args: ofItem,
    names: itemNames,
    data: { item_id: z.string(), deleted: z.boolean() },
    present: (_, { item_id }) => ({ text: 'Deleted the field.', data: { item_id, deleted: true } }),
  }),
]
