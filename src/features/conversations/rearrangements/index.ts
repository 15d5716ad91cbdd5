/**
 * Rearrangements: merges of two conversations into one, and splits of one into two.
 *
 * A **merge** adds the lines of a second conversation behind the lines of the first, as a new version of its transcript,
 * and archives the second. A **split** moves the later lines into a new conversation, and adds a version without them.
 * Participants, CRM links and labels are copied. Everything that people wrote or decided, and every recording, stays with
 * the conversation it was made for, whose earlier versions are kept. The analysis runs again for both
 * (docs/decisions/0078).
 *
 * An **undo** adds the earlier lines as a new version. It restores a merged conversation, and archives the second part of
 * a split. After a later correction it fails, because it would lose the correction.
 *
 * A preview returns the same result and changes nothing.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import type { Tool } from '../../../core/tool.ts'
import { listRearrangements } from './list-rearrangements.ts'
import { mergeConversations } from './merge-conversations.ts'
import { splitConversation } from './split-conversation.ts'
import { rearrangementTools } from './tools.ts'
import { undoRearrangement } from './undo-rearrangement.ts'

export type { MergeResult, SerializedRearrangement, SplitResult } from './schema.ts'
export { listStays } from './stays.ts'
export { listRearrangements, mergeConversations, splitConversation, undoRearrangement }

export const operations: readonly AnyOperation[] = [
  listRearrangements,
  mergeConversations,
  splitConversation,
  undoRearrangement,
]

export const tools: readonly Tool[] = rearrangementTools
