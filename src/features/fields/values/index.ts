/**
 * Field values: values that Parley found in conversations for field configuration items, and the decisions of people.
 *
 * The team, labels and links of a conversation decide which items apply to it (`applying.ts`). An item that depends on
 * another is evaluated if that one has a value other than `false`. The analysis step finds values by rules
 * (`extraction`) and with the language model, if there is one. Each value has evidence. Items without a value
 * stay open.
 *
 * The analysis **proposes** a value. A person **confirms**, **corrects** or **rejects** it. The analysis replaces only
 * its own proposals: it doesn't evaluate items that a person decided, and doesn't propose a rejected value again for
 * the same quotes. A value survives the deletion of its item; the item's **key** identifies it. The same transaction
 * updates the API record of the conversation (`sync-conversation-fields.ts`).
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { confirmFieldValues } from './confirm-field-values.ts'
import { listConversationFieldItems } from './list-conversation-field-items.ts'
import { listFieldValues } from './list-field-values.ts'
import { rejectFieldValues } from './reject-field-values.ts'

export { fieldsStep } from './fields.step.ts'
export type { ValueInput } from './schema.ts'
export { tools } from './tools.ts'
export { confirmFieldValues, listConversationFieldItems, listFieldValues, rejectFieldValues }

export const operations: readonly AnyOperation[] = [
  listFieldValues,
  confirmFieldValues,
  rejectFieldValues,
  listConversationFieldItems,
]
