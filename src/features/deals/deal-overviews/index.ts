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
import { listOwnDealsInNeed } from './list-own-deals-in-need.ts'

export { findFindings, toDealCall } from './findings.ts'
export { addJobTitles, type DealPorts, loadAccounts, loadCalls, loadSummaries } from './load.ts'
export { listPeople } from './people.ts'
export { createRoleFinder, serializePromiseTask } from './promises.ts'
export { type DealRow, NEWEST, selectDealRows } from './queries.ts'
export { selectPeopleCalls } from './queries-people.ts'
export {
  type CallPromise,
  type Deal,
  type DealCall,
  type DealChange,
  type DealPerson,
  type DealSignal,
  type DealSummary,
  dealCall,
  dealSignal,
  dealSummary,
  findings,
  promiseTask,
} from './schema.ts'
export { tools } from './tools.ts'
export { getDeal, listConversationPromises, listDeals, listOwnDealsInNeed }

export const operations: readonly AnyOperation[] = [listDeals, getDeal, listConversationPromises]
