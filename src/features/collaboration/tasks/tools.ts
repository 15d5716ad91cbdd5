/** Tools for tasks. */

import { z } from 'zod'
import { conversationPage } from '../../../core/app-links.ts'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { clock, lines, table } from '../../../core/tool-text.ts'
import { uuid } from '../../../core/wire.ts'
import { createTask } from './create-task.ts'
import { listTasks } from './list-tasks.ts'
import { sides, statuses, type Task } from './schema.ts'
import { updateTask } from './update-task.ts'

const toToolTask = (one: Task) => ({
  ...{ id: one.uuid, text: one.text, status: one.status, due_on: one.dueOn, overdue: one.overdue },
  ...{ promised_by: one.promisedBy?.name ?? null, side: one.side, assignee: one.assignee.name },
  assignee_id: one.assignee.userUUID,
  ...{ call_id: one.conversationUUID, call_title: one.conversationTitle, start: one.start, quote: one.quote },
  ...{ opportunity_id: one.opportunityUUID, opportunity: one.opportunityTitle },
})

const toolTask = z.looseObject({ id: z.string(), text: z.string(), status: z.string(), call_id: z.string() })

const changed = {
  ...{ id: z.string(), text: z.string(), status: z.string(), call_id: z.string(), assignee: z.string() },
  ...{ due_on: z.string().nullable(), promised_by: z.string().nullable(), side: z.enum(sides).nullable() },
  ...{ quote: z.string().nullable(), start: z.number().nullable() },
}

const dueOn = z.string().max(10)
const taskId = idArgument('task', 'list_tasks')

const taskText = (one: Task, publicUrl: string) =>
  lines({
    Task: one.text,
    Id: one.uuid,
    Status: one.overdue ? `${one.status}, overdue` : one.status,
    Due: one.dueOn,
    'To be done by': one.promisedBy?.name ?? null,
    Assignee: one.assignee.name,
    Call: conversationPage(publicUrl, one.conversationUUID, one.start),
  })

export const tools: readonly Tool[] = [
  defineTool(listTasks, {
    name: 'list_tasks',
    title: 'List tasks',
    description:
      'Lists promises from calls that people keep as tasks, the due ones first, with due dates and the words. Includes ' +
      'promises of outside people. Complete them with update_task.',
    args: {
      assignee_id: uuid().optional().describe('ID of the user who follows them, from list_reps or get_me.'),
      call_id: uuid().optional().describe('ID of the call, from search_calls.'),
      opportunity_id: uuid().optional().describe('ID of the opportunity, from list_opportunities.'),
      status: z.array(z.enum(statuses)).max(statuses.length).optional().describe('States to list. Defaults to all.'),
      side: z.enum(sides).optional().describe('internal: own promises. external: promises of outside people.'),
      due_by: dueOn.optional().describe('Last due date. Example: 2026-12-01.'),
    },
    names: { assignee_id: 'assignee', call_id: 'conversation', opportunity_id: 'opportunity', due_by: 'dueBy' },
    paged: { max: 50 },
    input: ({ assignee_id, call_id, opportunity_id, status, due_by, ...rest }) => ({
      ...rest,
      ...omitUndefined({
        ...{ assignee: assignee_id, conversation: call_id, opportunity: opportunity_id },
        ...{ status: status?.join(','), dueBy: due_by },
      }),
    }),
    data: { tasks: z.array(toolTask) },
    present: ({ data }) => {
      const tasks = data.map(toToolTask)
      return {
        text: table(
          ['Task', 'State', 'Due', 'To be done by', 'Assignee', 'Call', 'At', 'Id'],
          tasks.map((one) => [
            ...[one.text, one.overdue ? 'overdue' : one.status, one.due_on ?? '', one.promised_by ?? '', one.assignee],
            ...[one.call_title, one.start === null ? '' : clock(one.start), one.id],
          ]),
        ),
        data: { tasks },
      }
    },
  }),
  defineTool(createTask, {
    name: 'create_task',
    title: 'Create a task',
    hints: { effect: 'adds', idempotent: false, openWorld: true },
    description:
      'Keeps a promise from a call as a task. Use the words of an action item, so that person, quote and due date are ' +
      'added. A promise has at most one task. Notifies the assignee.',
    args: {
      call_id: idArgument('call', 'search_calls'),
      text: z.string().describe('Text of the promise. Example: `Send the revised offer`.'),
      quote: z
        .string()
        .optional()
        .describe(
          'Verbatim words of one transcript line. Required only if no action item contains the promise. Example: `We send it on Monday.`',
        ),
      promised_by: z
        .string()
        .optional()
        .describe('Name of the person who promised it, as in the call. Example: `Ana Lee`.'),
      due_on: dueOn
        .optional()
        .describe('Day by which it is due. Defaults to the day in the words. Example: `2026-12-01`.'),
      assignee_id: uuid()
        .optional()
        .describe('ID of the user who follows it, from list_reps. Defaults to the promiser or you.'),
    },
    names: { call_id: 'conversationUUID', due_on: 'dueOn', assignee_id: 'assigneeUUID', promised_by: 'promisedBy' },
    input: ({ call_id, promised_by, due_on, assignee_id, quote, text }) => ({
      ...{ conversationUUID: call_id, text },
      ...(promised_by === undefined ? {} : { promisedBy: { name: promised_by } }),
      ...omitUndefined({ quote, dueOn: due_on, assigneeUUID: assignee_id }),
    }),
    data: changed,
    present: (one, _, ctx) => ({
      text: `Created the task.\n${taskText(one, ctx.publicUrl())}`,
      data: toToolTask(one),
    }),
  }),
  defineTool(updateTask, {
    name: 'update_task',
    title: 'Update a task',
    hints: { effect: 'changes', idempotent: true, openWorld: true },
    description:
      'Marks a task as done or dismissed, reopens it, or changes text, due date or assignee. Omitted arguments keep their ' +
      'values. A new assignee is notified.',
    args: {
      task_id: taskId,
      status: z.enum(statuses).optional().describe('done, dismissed, or open to reopen it.'),
      text: z.string().optional().describe('New text of the task. Example: `Send the offer`.'),
      due_on: dueOn.nullable().optional().describe('Day by which it is due; null removes it. Example: `2026-12-01`.'),
      assignee_id: uuid().optional().describe('ID of the user who follows it, from list_reps.'),
    },
    names: { task_id: 'id', due_on: 'dueOn', assignee_id: 'assigneeUUID' },
    data: changed,
    present: (one, _, ctx) => ({
      text: `Updated the task.\n${taskText(one, ctx.publicUrl())}`,
      data: toToolTask(one),
    }),
  }),
]
