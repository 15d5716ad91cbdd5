/** Pure rules of saved views. */
import type { Principal } from '../../../core/principal.ts'
import type { LayoutInput, Period } from './schema.ts'

/** Maximum number of private views per user, of views per team, and of views of the organization. */
export const VIEWS_MAX = 100

const DAYS: Readonly<Record<Period, number>> = {
  last_day: 1,
  last_7_days: 7,
  last_30_days: 30,
  last_90_days: 90,
  last_365_days: 365,
}

/** Length of a period in days. */
export const periodDays = (period: Period): number => DAYS[period]

interface OwnedView {
  readonly owner_id: string | null
}

/** Whether the caller can change a view that they can read. */
export const canEditView = ({ user, role }: Principal, view: OwnedView): boolean =>
  role === 'ADMIN' || (user !== undefined && view.owner_id === user.id)

/** Moves an ID. @param to new position, from 0; a position after the end means the end */
export function moveId(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

/** Orders that earlier programs know. They fail at a list with a view in another order. */
const EARLIER_ORDERS: readonly LayoutInput['sort'][] = ['newest', 'oldest', 'longest', 'shortest']

/** Layout as stored. */
export type StoredLayout = LayoutInput & { readonly newerSort?: LayoutInput['sort'] }

/**
 * Stores an order that earlier programs don't know in a field of its own, which they ignore. For them, the list starts
 * with the newest call.
 */
export function storeLayout({ sort, ...layout }: LayoutInput): StoredLayout {
  if (sort === undefined) return layout
  return EARLIER_ORDERS.includes(sort) ? { ...layout, sort } : { ...layout, newerSort: sort }
}

export function readLayout({ newerSort, ...layout }: StoredLayout): LayoutInput {
  return newerSort === undefined ? layout : { ...layout, sort: newerSort }
}
