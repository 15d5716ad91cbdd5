/**
 * Opportunities as people look at them. What one is, and how it comes to be, is told in `crm`.
 *
 * An opportunity is seen by who sees its team, and by who sees a conversation that belongs to it: that conversation tells
 * its title anyway. Its count of conversations is the caller's own, so that it says nothing of hidden ones.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { getOpportunity } from './get-opportunity.ts'
import { listOpportunities } from './list-opportunities.ts'

export { selectOpportunitiesNamed } from './queries.ts'
export { tools } from './tools.ts'
export { getOpportunity, listOpportunities }

export const operations: readonly AnyOperation[] = [listOpportunities, getOpportunity]
