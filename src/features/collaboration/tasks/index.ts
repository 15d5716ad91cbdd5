/**
 * Tasks: promises of calls that people keep, with state, due date and assignee.
 *
 * The summary of a conversation finds **promises** (action items) of both sides. A **task** stores what people decide
 * about one: that it is kept, when it is due, who follows it, and that it is done or no promise (`dismissed`). A promise
 * without a task is only found. `matchTasks` recognizes the task of a promise by the words of its topic, so lists show
 * each promise once, whatever a new analysis finds.
 *
 * On the morning of the due day, the assignee of an open task gets a reminder, once.
 *
 * Promises of outside people are tasks too. Their assignee waits for them.
 *
 * Tasks are derived data: everybody who sees the conversation can read and change them, and nobody else.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { createTask } from './create-task.ts'
import { getTask } from './get-task.ts'
import { listTasks } from './list-tasks.ts'
import { remindAssignee } from './remind-assignee.job.ts'
import { updateTask } from './update-task.ts'

export { matchTasks } from './match.ts'
export { type ConversationTask, selectConversationTasks } from './queries.ts'
export { QUOTE_MAX, type Task, TEXT_MAX } from './schema.ts'
export { getToday } from './serialize.ts'
export { type MovedTask, storeMovedTask } from './store-moved-task.ts'
export { tools } from './tools.ts'
export { createTask, getTask, listTasks, updateTask }

export const operations: readonly AnyOperation[] = [listTasks, createTask, getTask, updateTask]

export const jobs: readonly AnyJob[] = [remindAssignee]
