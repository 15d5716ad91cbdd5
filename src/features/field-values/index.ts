/**
 * Field values: what the items of field configurations found in conversations, and what people made of it.
 *
 * Which items a conversation is asked for follows from its team, its labels, and what it is linked to (`applying.ts`); an
 * item that depends on another is asked when that one has a value, and a no is no value to go on with. The step of the
 * analysis fills them in by rules (`field-extraction`) and, where there is one, by the language model, with the words each
 * value stands on. What nobody found is left open.
 *
 * A value is **proposed** by the analysis, and then **confirmed**, **corrected** or **rejected** by a person. The analysis
 * replaces what it proposed itself, and nothing else: an item about which a person has decided is not asked again, and a
 * value that was rejected is not proposed again by the same words. A value outlives its item, and is known by the item's
 * **key**. What the conversation's element tells of all this is kept in step in the same transaction (`retell.ts`).
 */
import type { AnyOperation } from '../../core/operation.ts'
import { confirmFieldValues } from './confirm-field-values.ts'
import { listConversationFieldItems } from './list-conversation-field-items.ts'
import { listFieldValues } from './list-field-values.ts'
import { rejectFieldValues } from './reject-field-values.ts'

export { fieldsStep } from './fields.step.ts'
export type { GivenValue } from './schema.ts'
export { tools } from './tools.ts'
export { confirmFieldValues, listConversationFieldItems, listFieldValues, rejectFieldValues }

export const operations: readonly AnyOperation[] = [
  listFieldValues,
  confirmFieldValues,
  rejectFieldValues,
  listConversationFieldItems,
]
