import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN, uuid } from '../../../core/wire.ts'
import { announceAssignment, notifyOfAssignment } from './announce.ts'
import { checkDueDate, requireAssignee, requireAssigner, requireParticipant } from './mutate.ts'
import { type CoachingRow, lockAnswerComment } from './queries.ts'
import { lockAssignment, updateAssignment } from './queries-write.ts'
import { answerText, coachingAssignment, dueDate, questionText } from './schema.ts'
import { findStatus, loadAssignmentRow, serializeAssignment } from './serialize.ts'

export const updateCoachingAssignment = defineOperation({
  id: 'updateCoachingAssignment',
  summary: 'Update a coaching assignment',
  description:
    'The assignee answers with `answer` or `answerCommentUUID`, and the assigner is notified. The assigner and admins change ' +
    '`question` and `dueOn`. All of them mark it as done or reopen it. Omitted fields keep their values. You can repeat the ' +
    'request safely.',
  tag: 'Coaching',
  input: z
    .object({
      id: pathId('coaching assignment'),
      question: questionText.optional(),
      dueOn: dueDate
        .nullable()
        .optional()
        .describe('Day by which it is due, `YYYY-MM-DD`; null removes it. Example: `2026-12-01`.'),
      answer: answerText.nullable().optional().describe('Text of the answer; null removes it.'),
      answerCommentUUID: uuid()
        .nullable()
        .optional()
        .describe(
          'ID of a comment on the call by the assignee, from `GET /conversations/{id}/comments`. Null removes it. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
        ),
      done: z.boolean().optional().describe('Whether the assignment is done. Example: `true`.'),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: coachingAssignment,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/coaching-assignments/{id}', ...inData(coachingAssignment) },
  async handle({ id, ...given }, ctx) {
    return ctx.transact(async (tx) => {
      await loadAssignmentRow(ctx, tx, id)
      await lockAssignment(tx, ctx.org, id)
      const had = await loadAssignmentRow(ctx, tx, id)
      await checkChange(tx, ctx, had, given)
      await storeChange(tx, ctx, had, given)
      const row = await loadAssignmentRow(ctx, tx, id)
      await announceChange(tx, ctx, had, row)
      return serializeAssignment(row, ctx)
    })
  },
})

interface ChangeInput {
  readonly question?: string | undefined
  readonly dueOn?: string | null | undefined
  readonly answer?: string | null | undefined
  readonly answerCommentUUID?: string | null | undefined
  readonly done?: boolean | undefined
}

async function checkChange(tx: Writer, ctx: Context, had: CoachingRow, given: ChangeInput): Promise<void> {
  const { question, dueOn, answer, answerCommentUUID: commentId, done } = given
  if (answer !== undefined || commentId !== undefined) requireAssignee(ctx, had)
  if (question !== undefined || dueOn !== undefined) requireAssigner(ctx, had)
  if (done !== undefined) requireParticipant(ctx, had)
  // A due date that passed can be sent again without a change.
  if (dueOn !== had.due_on) checkDueDate(ctx, dueOn)
  if (commentId === undefined || commentId === null) return
  const wanted = { id: commentId, conversationId: had.anchor_id, authorId: had.assignee_id }
  if (!isCallSeen(had) || (await lockAnswerComment(tx, ctx.org, wanted)) === undefined) {
    throw invalid({
      pointer: '/answerCommentUUID',
      detail:
        'The comment must be your own, on the same call, and not a private note. Use an ID from `GET /conversations/{id}/comments`.',
    })
  }
}

/** Whether the caller sees the call of the assignment, and not only another clip of its folder. */
const isCallSeen = (row: CoachingRow): boolean => row.anchor_id === row.conversation_id

async function storeChange(tx: Writer, ctx: Context, had: CoachingRow, given: ChangeInput): Promise<void> {
  const at = ctx.clock.now()
  const { question, dueOn, done } = given
  const answer = given.answer === undefined ? had.answer : given.answer
  const commentId = given.answerCommentUUID === undefined ? had.comment_id : given.answerCommentUUID
  // A comment that the caller can't see remains the answer.
  const keepsHidden = !isCallSeen(had) && had.answered && had.answer === null
  const hasAnswer = answer !== null || commentId !== null || keepsHidden
  const wasAnswered = had.answered_at !== null && had.answered
  const isDone = had.done_at !== null
  const change = {
    ...(question === undefined || question === had.question ? {} : { question }),
    ...(dueOn === undefined || dueOn === had.due_on ? {} : { due_on: dueOn }),
    ...(answer === had.answer ? {} : { answer }),
    ...(commentId === had.comment_id ? {} : { answer_comment_id: commentId }),
    ...(hasAnswer === wasAnswered ? {} : { answered_at: hasAnswer ? at : null }),
    ...(done === undefined || done === isDone ? {} : { done_at: done ? at : null }),
  }
  if (Object.keys(change).length > 0) await updateAssignment(tx, ctx.org, had.id, change, at)
}

/** Announces the most important change, and notifies the other side of an answer or a change of state. */
async function announceChange(tx: Writer, ctx: Context, had: CoachingRow, row: CoachingRow): Promise<void> {
  if (row.updated_at === had.updated_at && JSON.stringify(row) === JSON.stringify(had)) return
  const [before, after] = [findStatus(had), findStatus(row)]
  const isCompleted = before !== 'done' && after === 'done'
  const isReopened = before === 'done' && after !== 'done'
  const isFirstAnswer = had.answered_at === null && row.answered_at !== null
  if (isFirstAnswer) await announceAssignment(tx, ctx, 'answered', row)
  if (isCompleted) await announceAssignment(tx, ctx, 'completed', row)
  if (isReopened) await announceAssignment(tx, ctx, 'reopened', row)
  if (!isFirstAnswer && !isCompleted && !isReopened) await announceAssignment(tx, ctx, 'updated', row)
  const isByAssignee = ctx.principal.user?.id === row.assignee_id
  // The assigner already knows of the answer when the assignee marks it as done later.
  if (isByAssignee && (isFirstAnswer || (isCompleted && before === 'open'))) {
    await notifyOfAssignment(tx, ctx, 'coaching_answer', row)
  }
  if (!isByAssignee && isReopened) await notifyOfAssignment(tx, ctx, 'coaching', row)
}
