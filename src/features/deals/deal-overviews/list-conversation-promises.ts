import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { loadCalls } from './load.ts'
import { listPromises } from './promises.ts'
import { promise } from './schema.ts'

const promises = z.array(promise)

export const listConversationPromises = defineOperation({
  id: 'listConversationPromises',
  summary: 'List the promises of a conversation',
  description:
    'Returns the promises and requests of both sides: action items of the summary, as people changed them in tasks, and tasks ' +
    'that people added. `requested_by` names who requested an item that nobody promised. Promises with a dismissed task are omitted. Use `POST /tasks` to keep a promise.',
  tag: 'Tasks',
  input: z.object({ id: pathId('conversation') }),
  output: promises,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/promises', ...inData(promises) },
  async handle({ id }, ctx) {
    const [loaded] = await loadCalls(ctx, { conversationIds: [id] }, 1)
    if (loaded === undefined) throw notFound('conversation')
    return listPromises(loaded)
  },
})
