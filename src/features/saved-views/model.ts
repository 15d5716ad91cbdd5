/** Pure rules of saved views. */
import type { Principal } from '../../core/principal.ts'
import type { Period, ViewVisibility } from './schema.ts'

/** Private views of one user, and views of an organization. */
export const VIEWS_MAX = 100

const DAYS: Readonly<Record<Period, number>> = {
  last_day: 1,
  last_7_days: 7,
  last_30_days: 30,
  last_90_days: 90,
  last_365_days: 365,
}

/** How far back a period goes. */
export const periodDays = (period: Period): number => DAYS[period]

interface Owned {
  readonly visibility: ViewVisibility
  readonly owner_id: string | null
}

export const seesView = ({ user }: Principal, view: Owned): boolean =>
  view.visibility === 'organization' || (user !== undefined && view.owner_id === user.id)

/** Of a view that is seen. */
export const keepsView = ({ user, role }: Principal, view: Owned): boolean =>
  role === 'ADMIN' || (user !== undefined && view.owner_id === user.id)

/** The ids in their new order. @param to the place, from 0; behind the end is at the end */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}
