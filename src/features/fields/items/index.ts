/**
 * Items of field configurations: the fields that Parley evaluates in a conversation.
 *
 * An **item** has a title, a question (`contents`), and a response type that defines the form of the answer. Picklists
 * have options. An item can depend on another item of its configuration; cycles are rejected. Items have a display
 * order from 1 to n without gaps. Inserting or deleting an item moves the later ones.
 *
 * Creating an item assigns it to the teams of its configuration (see `configurations`). Deleting it deletes its assignments and
 * clears the dependency of items that depended on it. Conversations keep the values found for it.
 */
import type { AnyOperation } from '../../../core/operation.ts'
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
