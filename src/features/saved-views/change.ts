/** What operations on saved views share. */
import type { Writer } from '../../core/db.ts'
import { conflict, forbidden, invalid, notFound } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import { checkPairs } from '../conversations/index.ts'
import { keepsView, seesView, VIEWS_MAX } from './model.ts'
import { lockOrders, type Order, selectOrder, selectView, type ViewRow } from './queries.ts'
import type { GivenFilters, SavedView, ViewFilters, ViewVisibility } from './schema.ts'

/** The view, while nobody else changes an order. @throws AppError for what is not seen, or not theirs to change */
export async function changeView<T>(
  ctx: Context,
  id: string,
  change: (tx: Writer, view: ViewRow) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    await lockOrders(tx, ctx.org)
    const view = await selectView(tx, ctx.org, id)
    if (view === undefined || !seesView(ctx.principal, view)) throw notFound('view')
    if (!keepsView(ctx.principal, view)) {
      throw forbidden('owner_required', 'Only who made a view and admins may do this.')
    }
    return change(tx, view)
  })
}

/** @throws AppError when it holds as many as it may */
export async function placesOf(tx: Writer, ctx: Context, order: Order): Promise<string[]> {
  const ids = await selectOrder(tx, ctx.org, order)
  if (ids.length < VIEWS_MAX) return ids
  const whose = order.visibility === 'organization' ? 'An organization' : 'A user'
  throw conflict('too_many_views', `${whose} has at most ${VIEWS_MAX} views.`)
}

/** @throws AppError for a private view of nobody */
export function orderOf(visibility: ViewVisibility, ownerId: string | null): Order {
  if (visibility === 'organization') return { visibility }
  if (ownerId === null) throw invalid({ pointer: '/visibility', detail: 'Only users have private views.' })
  return { visibility, userId: ownerId }
}

/** @throws AppError `validation_failed` */
export function checkFilters({ period, fromDateTime, toDateTime, filter }: GivenFilters): void {
  if (period !== undefined && (fromDateTime !== undefined || toDateTime !== undefined)) {
    throw invalid({ pointer: '/filters/period', detail: 'A period and dates exclude each other.' })
  }
  if (filter !== undefined) checkPairs(filter, '/filters/filter')
}

export const viewOf = (row: ViewRow, { principal }: Pick<Context, 'principal'>): SavedView => ({
  uuid: row.id,
  name: row.name,
  visibility: row.visibility,
  userUUID: row.owner_id,
  filters: row.filters as ViewFilters,
  position: row.position,
  mayChange: keepsView(principal, row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** What was just written. */
export async function toldAgain(tx: Writer, ctx: Context, id: string): Promise<SavedView> {
  const row = await selectView(tx, ctx.org, id)
  if (row === undefined) throw new Error('A view that was just written is gone.')
  return viewOf(row, ctx)
}
