/**
 * Items of field configurations: what is asked of a conversation, one by one.
 *
 * An **item** has a title, the question itself (`contents`), and a response type that says what an answer looks like; a
 * picklist has options. It may depend on another item of its configuration, and no circle comes of that. Items stand in
 * display order, 1..n without gaps: a new one makes room, one that goes leaves none behind.
 *
 * Making an item assigns it to the teams of its configuration (see `fields`). Deleting one takes its assignments with it
 * and frees those that depended on it. Values it has taken from conversations are the conversations' own, and stay.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createFieldConfigurationItem } from './create-field-configuration-item.ts'
import { deleteFieldConfigurationItem } from './delete-field-configuration-item.ts'
import { getFieldConfigurationItem } from './get-field-configuration-item.ts'
import { listFieldConfigurationItems } from './list-field-configuration-items.ts'
import { updateFieldConfigurationItem } from './update-field-configuration-item.ts'

export { tools } from './tools.ts'
export {
  createFieldConfigurationItem,
  deleteFieldConfigurationItem,
  listFieldConfigurationItems,
  updateFieldConfigurationItem,
}

export const operations: readonly AnyOperation[] = [
  listFieldConfigurationItems,
  createFieldConfigurationItem,
  getFieldConfigurationItem,
  updateFieldConfigurationItem,
  deleteFieldConfigurationItem,
]
