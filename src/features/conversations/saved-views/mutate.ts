/** Shared functions of operations on saved views. */
import type { Writer } from '../../../core/db.ts'
import { conflict, forbidden, invalid, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { checkPairs } from '../records/index.ts'
import { canEditView, canSeeView, VIEWS_MAX } from './model.ts'
import { lockOrders, type Order, selectOrder, selectView, type ViewRow } from './queries.ts'
import { DEFAULT_LAYOUT, type FiltersInput, type SavedView, type ViewFilters, type ViewVisibility } from './schema.ts'

/** Loads a view and locks the order of views. @throws AppError if the caller can't read or change the view */
export async function changeView<T>(
  ctx: Context,
  id: string,
  change: (tx: Writer, view: ViewRow) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    await lockOrders(tx, ctx.org)
    const view = await selectView(tx, ctx.org, id)
    if (view === undefined || !canSeeView(ctx.principal, view)) throw notFound('view')
    if (!canEditView(ctx.principal, view)) {
      throw forbidden('owner_required', 'Only the owner of a view or an admin can change it.')
    }
    return change(tx, view)
  })
}

/** IDs of an order of views. @throws AppError `too_many_views` if no view can be added */
export async function listOrderedIds(tx: Writer, ctx: Context, order: Order): Promise<string[]> {
  const ids = await selectOrder(tx, ctx.org, order)
  if (ids.length < VIEWS_MAX) return ids
  const whose = order.visibility === 'organization' ? 'An organization' : 'A user'
  throw conflict('too_many_views', `${whose} can have at most ${VIEWS_MAX} views. Delete a view first.`)
}

/** @throws AppError `validation_failed` for a private view without an owner */
export function toViewOrder(visibility: ViewVisibility, ownerId: string | null): Order {
  if (visibility === 'organization') return { visibility }
  if (ownerId === null)
    throw invalid({
      pointer: '/visibility',
      detail: "Views of an organization-level API key can't be private. Use `organization`.",
    })
  return { visibility, userId: ownerId }
}

/** @throws AppError `validation_failed` */
export function checkFilters({ period, fromDateTime, toDateTime, filter }: FiltersInput): void {
  if (period !== undefined && (fromDateTime !== undefined || toDateTime !== undefined)) {
    throw invalid({
      pointer: '/filters/period',
      detail: "`period` can't be combined with `fromDateTime` or `toDateTime`.",
    })
  }
  if (filter !== undefined) checkPairs(filter, '/filters/filter')
}

export const serializeView = (row: ViewRow, { principal }: Pick<Context, 'principal'>): SavedView => ({
  uuid: row.id,
  name: row.name,
  visibility: row.visibility,
  userUUID: row.owner_id,
  filters: row.filters as ViewFilters,
  layout: {
    sort: row.layout.sort ?? DEFAULT_LAYOUT.sort,
    hide: row.layout.hide ?? [...DEFAULT_LAYOUT.hide],
    size: row.layout.size ?? DEFAULT_LAYOUT.size,
  },
  position: row.position,
  mayChange: canEditView(principal, row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Reads the view that was just written. */
export async function readWrittenView(tx: Writer, ctx: Context, id: string): Promise<SavedView> {
  const row = await selectView(tx, ctx.org, id)
  if (row === undefined) throw new Error('A view that was just written is gone.')
  return serializeView(row, ctx)
}
