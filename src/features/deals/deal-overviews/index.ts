/**
 * Overviews of deals, computed from stored records when they are requested.
 *
 * A **deal** is an opportunity with its CRM record. Callers see the opportunities that they see elsewhere, and an
 * overview contains only conversations that they can read, so two callers can see different overviews of one deal.
 *
 * **Signals** say that an open deal needs attention. They come from dates and from the summaries of the newest
 * conversations (`findDealSignals`). **Risks** are quotes in which the other side expresses a worry or a problem.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getDeal } from './get-deal.ts'
import { listConversationPromises } from './list-conversation-promises.ts'
import { listDeals } from './list-deals.ts'

export { type DealPorts, loadCalls } from './load.ts'
export { serializePromiseTask } from './promises.ts'
export { selectDealRows } from './queries.ts'
export {
  type CallPromise,
  type Deal,
  type DealCall,
  type DealPerson,
  type DealSignal,
  type DealSummary,
  promiseTask,
} from './schema.ts'
export { tools } from './tools.ts'
export { getDeal, listConversationPromises, listDeals }

export const operations: readonly AnyOperation[] = [listDeals, getDeal, listConversationPromises]
