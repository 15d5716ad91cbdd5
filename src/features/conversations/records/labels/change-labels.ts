/** Changes some labels of a conversation, for tools. */
import { invalid } from '../../../../core/errors.ts'
import type { Context } from '../../../../core/operation.ts'
import { changeConversation } from '../mutate.ts'
import { selectLabels } from '../queries.ts'
import { LABELS_MAX } from '../schema-input.ts'
import { setLabels } from './set-labels.ts'

/**
 * Sets and removes labels, and keeps the others.
 * @returns all labels after the change
 * @throws AppError `conversation_not_found`, `validation_failed` for too many labels
 */
export function changeLabels(
  ctx: Context,
  id: string,
  { set, remove }: { readonly set: Readonly<Record<string, string>>; readonly remove: readonly string[] },
): Promise<Record<string, string>> {
  return changeConversation(ctx, id, 'viewer', async (tx) => {
    const kept = Object.entries(await selectLabels(tx, ctx.org, id)).filter(([category]) => !remove.includes(category))
    const changed = Object.fromEntries([...kept, ...Object.entries(set)])
    if (Object.keys(changed).length > LABELS_MAX) {
      throw invalid({
        pointer: '/set',
        detail: `A call can have at most ${LABELS_MAX} labels. Remove labels before you add others.`,
      })
    }
    await setLabels(tx, ctx, id, changed, set)
    ctx.addAuditTarget('conversation', id)
    return changed
  })
}
