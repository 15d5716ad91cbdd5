import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { endKey, toVisibleKeys } from './keys.ts'

export const deleteApiKey = defineOperation({
  id: 'deleteApiKey',
  summary: 'Revoke an API key',
  description:
    'Requests with the key fail with 401 from now on. Revocation is permanent. Admins can revoke every key of the ' +
    'organization, other users their own keys.',
  tag: 'API keys',
  input: z.object({ id: pathId('api key') }),
  output: z.object({}),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/api_keys/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact((tx) => endKey(tx, ctx.org, id, toVisibleKeys(ctx.principal), ctx.clock.now()))
    return {}
  },
})
