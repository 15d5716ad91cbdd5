/** Tools for coaching assignments. */

import { z } from 'zod'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { clock, lines, table } from '../../../core/tool-text.ts'
import { uuid } from '../../../core/wire.ts'
import { createCoachingAssignment } from './create-coaching-assignment.ts'
import { listCoachingAssignments } from './list-coaching-assignments.ts'
import { type CoachingAssignment, statuses } from './schema.ts'
import { updateCoachingAssignment } from './update-coaching-assignment.ts'

const toToolAssignment = (one: CoachingAssignment) => ({
  ...{ id: one.uuid, call_id: one.conversationUUID, call_title: one.conversationTitle, snippet_id: one.snippetUUID },
  ...(one.folderUUID === null ? {} : { folder_id: one.folderUUID, folder: one.folderName }),
  ...{ start: one.start, end: one.end, question: one.question, due_on: one.dueOn, overdue: one.overdue },
  ...{ assignee: one.assignee.name, assigner: one.assigner.name, status: one.status },
  answer: one.answer ?? one.answerComment?.text ?? null,
})

const toolAssignment = z.looseObject({ id: z.string(), call_id: z.string(), status: z.string() })

const dueOn = z.string().max(10)
const question = z
  .string()
  .describe('Question or task for the colleague. Example: `How would you handle the price question?`.')

export const tools: readonly Tool[] = [
  defineTool(listCoachingAssignments, {
    name: 'list_coaching_assignments',
    title: 'List coaching assignments',
    description:
      'Lists coaching: questions about calls between colleagues, with due dates and answers. Answer with update_coaching_assignment.',
    args: {
      assignee_id: uuid().optional().describe('ID of the user who answers, from list_reps.'),
      assigner_id: uuid().optional().describe('ID of the user who asked, from list_reps.'),
      call_id: uuid().optional().describe('ID of the call, from search_calls.'),
      status: z.array(z.enum(statuses)).max(statuses.length).optional().describe('States to list. Defaults to all.'),
    },
    names: { assignee_id: 'assignee', assigner_id: 'assigner', call_id: 'conversation' },
    paged: { max: 50 },
    input: ({ assignee_id, assigner_id, call_id, status, ...page }) => ({
      ...page,
      ...omitUndefined({
        assignee: assignee_id,
        assigner: assigner_id,
        conversation: call_id,
        status: status?.join(','),
      }),
    }),
    data: { assignments: z.array(toolAssignment) },
    present: ({ data }) => {
      const assignments = data.map(toToolAssignment)
      return {
        text: table(
          ['Question', 'For', 'By', 'Call', 'At', 'Due', 'State', 'Answer', 'Id'],
          assignments.map((one) => [
            ...[one.question, one.assignee, one.assigner, 'folder' in one ? `Folder: ${one.folder}` : one.call_title],
            ...[
              'folder' in one || one.start === null ? '' : clock(one.start),
              one.due_on ?? '',
              one.status,
              one.answer ?? '',
              one.id,
            ],
          ]),
        ),
        data: { assignments },
      }
    },
  }),
  defineTool(createCoachingAssignment, {
    name: 'create_coaching_assignment',
    title: 'Assign coaching',
    hints: { effect: 'adds', idempotent: false, openWorld: true },
    description:
      'Asks a colleague about a call, a part of it, a clip or all clips of a folder that the colleague can see, and notifies the colleague.',
    args: {
      call_id: uuid().optional().describe('ID of the call, from search_calls. Omit it with snippet_id or folder_id.'),
      snippet_id: uuid().optional().describe('ID of a clip to assign instead, from list_snippets.'),
      folder_id: uuid().optional().describe('ID of a folder of clips to assign instead, from list_library_folders.'),
      assignee_id: idArgument('colleague', 'list_reps'),
      question,
      start: z.number().min(0).optional().describe('Start in seconds into the call. Omit it for the whole call.'),
      end: z.number().min(0).optional().describe('End in seconds into the call. Requires start.'),
      due_on: dueOn.optional().describe('Day by which it is due. Example: 2026-12-01.'),
    },
    names: {
      ...{
        call_id: 'conversationUUID',
        snippet_id: 'snippetUUID',
        folder_id: 'folderUUID',
        assignee_id: 'assigneeUUID',
        due_on: 'dueOn',
      },
    },
    input: ({ call_id, snippet_id, folder_id, assignee_id, start, end, due_on, question }) => ({
      ...{ assigneeUUID: assignee_id, question },
      ...omitUndefined({ conversationUUID: call_id, snippetUUID: snippet_id, folderUUID: folder_id, dueOn: due_on }),
      ...(start === undefined ? {} : { time: omitUndefined({ start, end }) }),
    }),
    data: { id: z.string(), call_id: z.string(), assignee: z.string() },
    present: (one) => ({
      text: `Assigned coaching to ${one.assignee.name}.\n${lines({ Id: one.uuid, ...(one.folderName === null ? { Call: one.conversationTitle } : { Folder: one.folderName }) })}`,
      data: { id: one.uuid, call_id: one.conversationUUID, assignee: one.assignee.name },
    }),
  }),
  defineTool(updateCoachingAssignment, {
    name: 'update_coaching_assignment',
    title: 'Answer or change coaching',
    hints: { effect: 'changes', idempotent: true, openWorld: true },
    description:
      'Answers a coaching assignment, marks it as done or reopens it. Only the assignee answers, and the assigner is notified. Only the assigner and admins change question and due date.',
    args: {
      assignment_id: idArgument('coaching assignment', 'list_coaching_assignments'),
      answer: z.string().optional().describe('Answer of the assignee. Example: `I would ask for the budget first.`.'),
      comment_id: uuid().optional().describe('ID of a comment of the assignee as the answer, from list_comments.'),
      done: z.boolean().optional().describe('Whether it is done. Set it to false to reopen it.'),
      question: question.optional().describe('New question or task. Example: `What went well?`.'),
      due_on: dueOn.nullable().optional().describe('Day by which it is due; null removes it. Example: `2026-12-01`.'),
    },
    names: { assignment_id: 'id', comment_id: 'answerCommentUUID', due_on: 'dueOn' },
    data: { id: z.string(), status: z.string() },
    present: ({ uuid, status }) => ({
      text: `The coaching assignment is ${status}.`,
      data: { id: uuid, status },
    }),
  }),
]
