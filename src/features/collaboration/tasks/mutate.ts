/** Checks that creating and changing a task share. */
import type { Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { selectAccess } from './queries.ts'

/** @throws AppError `validation_failed`, which names a user without access */
export async function checkAssignee(tx: Writer, ctx: Context, conversationId: string, userId: string): Promise<void> {
  const user = await selectAccess(tx, ctx.org, conversationId, { id: userId })
  if (user === undefined) {
    const detail = 'No active user has this ID. Use the ID of a user from `GET /conversations/{id}/viewers`.'
    throw invalid({ pointer: '/assigneeUUID', detail })
  }
  if (user.can_see) return
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  throw invalid({
    pointer: '/assigneeUUID',
    detail: `You can't assign the task to ${name}, who has no access to the call. Choose another colleague, or ask an admin to give access.`,
  })
}
