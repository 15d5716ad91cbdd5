/** Serializes coaching assignments for the caller. */
import type { Reader, Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { toLocalTime } from '../../../core/zone-times.ts'
import { renderMentions } from '../../collaboration/comments/index.ts'
import { type CoachingRow, type CoachingViewer, selectAssignment } from './queries.ts'
import type { CoachingAssignment, CoachingStatus } from './schema.ts'

/** Managers and admins also see the assignments of other people, for calls that they see. */
export const toCoachingViewer = ({ principal }: Context): CoachingViewer => ({
  visibility: toVisibility(principal),
  userId: principal.user?.id,
  seesOthers: principal.role !== 'SALES_REP',
  seesAllFolders: principal.role === 'ADMIN',
})

export const findStatus = (row: CoachingRow): CoachingStatus =>
  row.done_at !== null ? 'done' : row.answered ? 'answered' : 'open'

/** Whether the caller can change the question, the due date and the state, and delete the assignment. */
export const mayEdit = ({ principal: { role, user } }: Context, row: CoachingRow): boolean =>
  role === 'ADMIN' || row.assigner_id === user?.id

export const mayAnswer = ({ principal: { user } }: Context, row: CoachingRow): boolean => row.assignee_id === user?.id

export function serializeAssignment(row: CoachingRow, ctx: Context): CoachingAssignment {
  const today = toLocalTime(ctx.principal.user?.timeZone ?? 'UTC', ctx.clock.now()).slice(0, 10)
  const names = new Map(row.mentioned.map(({ id, name }) => [id, name]))
  const { comment_id: commentId, comment_thread_id: threadId } = row
  return {
    ...{ uuid: row.id, conversationUUID: row.conversation_id, conversationTitle: row.conversation_title },
    ...{ snippetUUID: row.snippet_id, snippetTitle: row.snippet_title, start: row.start_time, end: row.end_time },
    ...{ folderUUID: row.folder_id, folderName: row.folder_name },
    question: row.question,
    assignee: { userUUID: row.assignee_id, name: row.assignee_name },
    assigner: { userUUID: row.assigner_id, name: row.assigner_name },
    dueOn: row.due_on,
    overdue: row.due_on !== null && row.done_at === null && row.due_on < today,
    status: findStatus(row),
    answer: row.answer,
    answerComment:
      commentId === null || threadId === null
        ? null
        : {
            ...{ commentUUID: commentId, threadUUID: threadId },
            text: renderMentions(row.comment_body ?? '', names).text,
          },
    ...{ answeredAt: row.answered_at, doneAt: row.done_at, createdAt: row.created_at, updatedAt: row.updated_at },
    ...{ mayAnswer: mayAnswer(ctx, row), mayEdit: mayEdit(ctx, row) },
  }
}

/** @throws AppError `coaching_assignment_not_found` */
export async function loadAssignmentRow(ctx: Context, db: Reader | Writer, id: string): Promise<CoachingRow> {
  const row = await selectAssignment(db, ctx.org, toCoachingViewer(ctx), id)
  if (row === undefined) throw notFound('coaching assignment')
  return row
}
