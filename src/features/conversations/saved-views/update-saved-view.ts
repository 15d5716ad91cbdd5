import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { moveId, readLayout, VIEWS_MAX } from './model.ts'
import { changeView, checkFilters, checkViewTeam, listOrderedIds, readWrittenView, toViewOrder } from './mutate.ts'
import { selectOrder, updateOrder, updateView } from './queries.ts'
import { savedView, viewFields } from './schema.ts'

export const updateSavedView = defineOperation({
  id: 'updateSavedView',
  summary: 'Update a saved view',
  description:
    'Omitted fields keep their values. `filters` replaces all existing filters, and `layout` the existing layout. A view that becomes private ' +
    "belongs to its creator. Views created by an organization-level API key can't become private. Requires the " +
    'owner of the view or an admin.',
  tag: 'Saved views',
  input: z
    .object({
      id: pathId('view'),
      name: viewFields.name.optional(),
      visibility: viewFields.visibility,
      teamUUID: viewFields.teamUUID,
      filters: viewFields.filters.optional(),
      layout: viewFields.layout,
      position: z
        .int()
        .min(0)
        .max(VIEWS_MAX)
        .optional()
        .describe('New position, from 0. A position after the last view moves it to the end. Example: `0`.'),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: savedView,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/views/{id}', ...inData(savedView) },
  async handle({ id, name, visibility: given, teamUUID, filters, layout, position: to }, ctx) {
    if (filters !== undefined) checkFilters(filters)
    const at = ctx.clock.now()
    return changeView(ctx, id, async (tx, view) => {
      const visibility = given ?? view.visibility
      await checkViewTeam(tx, ctx, visibility, teamUUID, view.team_id)
      const teamId = visibility === 'team' ? (teamUUID ?? view.team_id) : null
      const ownerId = view.owner_id
      const from = toViewOrder({ visibility: view.visibility, teamId: view.team_id, ownerId })
      const into = toViewOrder({ visibility, teamId, ownerId })
      const goesOver = visibility !== view.visibility || teamId !== view.team_id
      const places = goesOver ? await listOrderedIds(tx, ctx, into) : await selectOrder(tx, ctx.org, into)
      const order = goesOver || to !== undefined ? moveId(places, id, to ?? places.length) : places
      await updateView(tx, ctx.org, id, {
        ...{ name: name ?? view.name, visibility, teamId, ownerId, filters: filters ?? view.filters },
        ...{ layout: layout ?? readLayout(view.layout), position: order.indexOf(id), at },
      })
      await updateOrder(tx, ctx.org, order, at)
      if (goesOver) await updateOrder(tx, ctx.org, await selectOrder(tx, ctx.org, from), at)
      return readWrittenView(tx, ctx, id)
    })
  },
})
