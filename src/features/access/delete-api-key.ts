import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { endKey, keysSeenBy } from './keys.ts'

export const deleteApiKey = defineOperation({
  id: 'deleteApiKey',
  summary: 'Revoke an API key, which ends at once.',
  description: 'Admins revoke any key of the organization, everybody else their own.',
  tag: 'API keys',
  input: z.object({ id: pathId('api key') }),
  output: z.object({}),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/api_keys/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact((tx) => endKey(tx, ctx.org, id, keysSeenBy(ctx.principal), ctx.clock.now()))
    return {}
  },
})
