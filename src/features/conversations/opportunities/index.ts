/**
 * Opportunities, read-only. The feature `crm-records` defines and writes them.
 *
 * Callers can read an opportunity if they have access to its team or to one of its conversations, which shows the title
 * anyway. The conversation count includes only conversations that the caller can read.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getOpportunity } from './get-opportunity.ts'
import { listOpportunities } from './list-opportunities.ts'

export { isOpportunitySeen, selectOpportunitiesNamed } from './queries.ts'
export { tools } from './tools.ts'
export { getOpportunity, listOpportunities }

export const operations: readonly AnyOperation[] = [listOpportunities, getOpportunity]
