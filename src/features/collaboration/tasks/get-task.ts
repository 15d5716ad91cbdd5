import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { task } from './schema.ts'
import { loadTaskRow, serializeTask } from './serialize.ts'

export const getTask = defineOperation({
  id: 'getTask',
  summary: 'Get a task',
  description: 'Returns a task with the words of its promise. Requires access to the conversation.',
  tag: 'Tasks',
  input: z.object({ id: pathId('task') }),
  output: task,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/tasks/{id}', ...inData(task) },
  handle: async ({ id }, ctx) => serializeTask(await loadTaskRow(ctx, ctx.db, id), ctx),
})
