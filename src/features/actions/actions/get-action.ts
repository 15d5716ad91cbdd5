import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { selectAction } from './queries.ts'
import { action } from './schema.ts'
import { toManagingViewer, toOneAction, withAddresses } from './serialize.ts'

export const getAction = defineOperation({
  id: 'getAction',
  summary: 'Get a suggested action',
  description:
    'Returns an action of the caller. Managers can also read actions of the members of their teams and child teams, and ' +
    'admins those of all users, if they see the conversations behind them.',
  tag: 'Actions',
  input: z.object({ action_uuid: pathId('action') }),
  output: action,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/actions/{action_uuid}',
    present: (data, wire) => ({ data: withAddresses(data, wire) }),
    answer: z.object({ data: action }),
  },
  async handle({ action_uuid }, ctx) {
    const row = await selectAction(ctx.db, ctx.org, toManagingViewer(ctx), action_uuid)
    return toOneAction(ctx.db, ctx.org, row)
  },
})
