import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { releaseHold } from './queries.ts'
import { NOUN } from './schema.ts'

export const deleteLegalHold = defineOperation({
  id: 'deleteLegalHold',
  summary: 'Release a legal hold',
  description:
    'Ends the hold. The hold stays in the list with `released=true`. Conversations under another hold stay protected. You ' +
    'can repeat the request safely. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({ id: pathId(NOUN) }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/legal-holds/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      const released = await releaseHold(tx, ctx.org, id, ctx.principal.user?.id ?? null, ctx.clock.now())
      if (released === undefined) throw notFound(NOUN)
    })
    return undefined
  },
})
