import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { VIEWS_MAX } from './model.ts'
import { checkFilters, checkViewTeam, listOrderedIds, readWrittenView, toViewOrder } from './mutate.ts'
import { insertView, lockOrders } from './queries.ts'
import { savedView, viewFields } from './schema.ts'

export const createSavedView = defineOperation({
  id: 'createSavedView',
  summary: 'Create a saved view',
  description:
    'Saves filters of the conversation list with its order, columns and size under a name. The view becomes the last in its order. IDs in filters ' +
    "aren't checked; unknown IDs match nothing. Fails with 409 `too_many_views` if the user, the team or the organization " +
    `already has ${VIEWS_MAX} views.`,
  tag: 'Saved views',
  input: z.object(viewFields),
  output: savedView,
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: false, path: '/views', status: 201, ...inData(savedView) },
  async handle({ name, visibility: given, teamUUID, filters, layout = {} }, ctx) {
    checkFilters(filters)
    const ownerId = ctx.principal.user?.id ?? null
    const visibility = given ?? (ownerId === null ? 'organization' : 'private')
    const id = newId()
    return ctx.transact(async (tx) => {
      await lockOrders(tx, ctx.org)
      await checkViewTeam(tx, ctx, visibility, teamUUID, null)
      const teamId = teamUUID ?? null
      const order = toViewOrder({ visibility, teamId, ownerId })
      const position = (await listOrderedIds(tx, ctx, order)).length
      await insertView(tx, ctx.org, {
        ...{ id, ownerId, visibility, teamId, name, filters, layout, position },
        at: ctx.clock.now(),
      })
      ctx.addAuditTarget('view', id)
      return readWrittenView(tx, ctx, id)
    })
  },
})
