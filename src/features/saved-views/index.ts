/**
 * Saved views: filters of the conversation lists under a name, to be come back to.
 *
 * A view is **private**, seen by its owner alone, or the **organization's**, seen by everyone. It says which conversations
 * are meant, never who may see them: two people who look through the same view see what each of them may. Its filters are
 * those that bodies take (`filter`, `fromDateTime`, `toDateTime`), and instead of dates it may have a **period**, which
 * is counted back from whenever somebody looks.
 *
 * Views stand in an order, those of the organization in one and the private ones of each user in another. Changes of one
 * order happen one after the other. Owners and admins change a view of the organization; a private one is its owner's
 * alone, for admins too.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createSavedView } from './create-saved-view.ts'
import { deleteSavedView } from './delete-saved-view.ts'
import { getSavedView } from './get-saved-view.ts'
import { listSavedViews } from './list-saved-views.ts'
import { updateSavedView } from './update-saved-view.ts'

export { periodDays } from './model.ts'
export { type SavedView, type ViewFilters, viewPeriods } from './schema.ts'
export { createSavedView, deleteSavedView, getSavedView, listSavedViews, updateSavedView }

export const operations: readonly AnyOperation[] = [
  listSavedViews,
  createSavedView,
  getSavedView,
  updateSavedView,
  deleteSavedView,
]
