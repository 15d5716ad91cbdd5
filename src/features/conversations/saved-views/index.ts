/**
 * Saved views: named filters of the conversation list.
 *
 * A view is **private**, so only its owner sees it. Or it is shared with a **team**: users of the team, its child teams and
 * the teams above it see it. Or it belongs to the **organization**, so everyone sees it. Views
 * filter conversations but don't grant access: two users see different conversations in the same view. The filters are
 * those of request bodies (`filter`, `fromDateTime`, `toDateTime`). Instead of dates, a view can have a **period**
 * relative to the time of the request. The **layout** is the order of the list with its hidden columns and its size.
 *
 * Views are ordered: one order for the organization, one for each team, and one for the private views of each user. Changes of an order
 * are serialized by a lock. Owners and admins can change views of teams and of the organization; only the owner can see and change a
 * private view, not even admins.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createSavedView } from './create-saved-view.ts'
import { deleteSavedView } from './delete-saved-view.ts'
import { getSavedView } from './get-saved-view.ts'
import { listSavedViews } from './list-saved-views.ts'
import { updateSavedView } from './update-saved-view.ts'

export { periodDays } from './model.ts'
export {
  DEFAULT_LAYOUT,
  type SavedView,
  type ViewFilters,
  type ViewLayout,
  viewColumns,
  viewPeriods,
  viewSizes,
} from './schema.ts'
export { createSavedView, deleteSavedView, getSavedView, listSavedViews, updateSavedView }

export const operations: readonly AnyOperation[] = [
  listSavedViews,
  createSavedView,
  getSavedView,
  updateSavedView,
  deleteSavedView,
]
