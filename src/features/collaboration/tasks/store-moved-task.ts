/** Stores an action item of another product as a task. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { selectAccess } from './queries.ts'
import { insertTask, lockConversationTasks, updateTaskRow } from './queries-write.ts'
import { NAME_MAX, PER_CONVERSATION_MAX, type TaskSide, TEXT_MAX } from './schema.ts'

export interface MovedTask {
  readonly conversationId: string
  readonly text: string
  readonly name: string | null
  readonly email: string | null
  /** Null if unknown. */
  readonly side: TaskSide | null
  /** User who follows the task. Without access to the conversation, it is the owner. */
  readonly assigneeId: string | undefined
  readonly ownerId: string
  readonly start: number | null
  readonly isDone: boolean
}

/**
 * Stores a task without notifications, reminders and events: it isn't news.
 * @returns ID of the task @throws AppError `too_many_tasks`
 */
export async function storeMovedTask(tx: Writer, ctx: Context, task: MovedTask): Promise<string> {
  const { conversationId, ownerId } = task
  if ((await lockConversationTasks(tx, ctx.org, conversationId)) >= PER_CONVERSATION_MAX)
    throw conflict('too_many_tasks', `The call already has ${PER_CONVERSATION_MAX} tasks, which is the maximum.`)
  const access =
    task.assigneeId === undefined ? undefined : await selectAccess(tx, ctx.org, conversationId, { id: task.assigneeId })
  const [id, at] = [newId(), ctx.clock.now()]
  await insertTask(tx, ctx.org, {
    ...{ id, conversationId, text: cut(task.text, TEXT_MAX), promiserEmail: task.email, side: task.side },
    promiserName: task.name === null ? null : cut(task.name, NAME_MAX),
    ...{ quote: null, segment: null, start: task.start, dueOn: null },
    assigneeId: access?.can_see === true ? access.id : ownerId,
    ...{ creatorId: ownerId, status: 'open', at },
  })
  if (task.isDone) await updateTaskRow(tx, ctx.org, id, { status: 'done', closed_at: at, closer_id: ownerId }, at)
  return id
}

const cut = (text: string, max: number) => [...text.trim()].slice(0, max).join('')
