import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { text, uuid } from '../../../core/wire.ts'
import { isVisible, lockForClip } from '../../conversations/records/index.ts'
import { requireUserId } from '../comments/index.ts'
import { announceTask, notifyAssignee } from './announce.ts'
import { checkAssignee } from './mutate.ts'
import { selectAccess } from './queries.ts'
import { insertTask, lockConversationTasks } from './queries-write.ts'
import { requestReminder } from './remind-assignee.job.ts'
import { dueDay, NAME_MAX, PER_CONVERSATION_MAX, QUOTE_MAX, TEXT_MAX, task, taskText } from './schema.ts'
import { loadTaskRow, serializeTask } from './serialize.ts'
import { findSource, locateWords } from './source.ts'

export const createTask = defineOperation({
  id: 'createTask',
  summary: 'Create a task from a promise',
  description:
    'Keeps a promise of a conversation as a task. If the words are those of an action item of the summary, person, quote and ' +
    'due date come from it. Requires access to the conversation. The assignee must have access too, and is notified. ' +
    `Returns 409 \`task_exists\` if the promise has a task. Maximum ${PER_CONVERSATION_MAX} tasks for each conversation. Requires a user.`,
  tag: 'Tasks',
  input: z.object({
    conversationUUID: uuid().describe(
      'ID of the conversation, from `GET /conversations/list`. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
    text: taskText.describe(`Text of the promise, 1 to ${TEXT_MAX} characters. Example: \`Send the revised offer\`.`),
    quote: text({ min: 1, max: QUOTE_MAX, trim: true })
      .optional()
      .describe(
        `Words of the promise as in one line of the transcript, 1 to ${QUOTE_MAX} characters. Required only if the summary lacks the promise. Example: \`I'll send you the revised offer by Friday.\`.`,
      ),
    promisedBy: z
      .object({
        name: text({ min: 1, max: NAME_MAX, trim: true }).describe(
          `Name as in the conversation, 1 to ${NAME_MAX} characters. Example: \`Ana Ruiz\`.`,
        ),
        email: z.email().max(320).optional().describe('Email address. Example: `ana@example.com`.'),
      })
      .optional()
      .describe(
        'Person who promised it, or of whom somebody requested it. Defaults to the person of the action item, or the speaker of the quote.',
      ),
    dueOn: dueDay
      .nullish()
      .describe(
        'Day by which it is due, `YYYY-MM-DD`. Defaults to the day that the words name, if any. Null for none. Example: `2026-12-01`.',
      ),
    assigneeUUID: uuid()
      .optional()
      .describe(
        'ID of the user who follows it, from `GET /conversations/{id}/viewers`. Defaults to the user who promised it, otherwise to you. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
      ),
    status: z
      .enum(['open', 'dismissed'])
      .optional()
      .describe('`dismissed` hides words without a promise. Defaults to `open`. Example: `open`.'),
  }),
  output: task,
  requires: { scope: 'write', level: 'user' },
  rest: { ...{ method: 'POST', derived: true, path: '/tasks', status: 201 }, ...inData(task) },
  async handle({ conversationUUID: conversationId, ...given }, ctx) {
    const creatorId = requireUserId(ctx)
    const visibility = toVisibility(ctx.principal)
    if (!(await isVisible(ctx.db, ctx.org, visibility, conversationId))) {
      throw notFound('conversation', '/conversationUUID')
    }
    const located = given.quote === undefined ? undefined : await locateWords(ctx, conversationId, given.quote)
    return ctx.transact(async (tx) => {
      if ((await lockForClip(tx, ctx.org, visibility, conversationId)) === undefined) {
        throw notFound('conversation', '/conversationUUID')
      }
      if ((await lockConversationTasks(tx, ctx.org, conversationId)) >= PER_CONVERSATION_MAX) {
        throw conflict('too_many_tasks', `The call already has ${PER_CONVERSATION_MAX} tasks, which is the maximum.`)
      }
      const promise = await findSource(tx, ctx, conversationId, { ...given, located })
      const assigneeId =
        given.assigneeUUID ?? (await findPromiser(tx, ctx, conversationId, promise.promiserEmail)) ?? creatorId
      await checkAssignee(tx, ctx, conversationId, assigneeId)
      const row = { id: newId(), conversation_id: conversationId, assignee_id: assigneeId }
      const status = given.status ?? 'open'
      await insertTask(tx, ctx.org, {
        ...promise,
        ...{ id: row.id, conversationId, text: given.text, assigneeId, creatorId, status, at: ctx.clock.now() },
        dueOn: given.dueOn === undefined ? promise.dueOn : given.dueOn,
      })
      ctx.addAuditTarget('task', row.id)
      await announceTask(tx, ctx, 'created', row)
      if (status === 'open') await notifyAssignee(tx, ctx, row)
      const created = await loadTaskRow(ctx, tx, row.id)
      await requestReminder(tx, ctx, created)
      return serializeTask(created, ctx)
    })
  },
})

/** ID of the user who made the promise. Undefined for outside people, and for users without access to the conversation. */
async function findPromiser(
  tx: Writer,
  ctx: Context,
  conversationId: string,
  email: string | null,
): Promise<string | undefined> {
  if (email === null) return undefined
  const user = await selectAccess(tx, ctx.org, conversationId, { email: fold(email) })
  return user?.can_see === true ? user.id : undefined
}
