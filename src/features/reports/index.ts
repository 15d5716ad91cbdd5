/**
 * Reports: what the organization makes of the service.
 *
 * The **usage report** is counted when it is asked for, from what is there anyway: conversations and their length from
 * the conversations themselves, dated as lists date them; changes from the audit log; keys from their rows; tokens and cost of the
 * language model from the records of its calls. Nothing is kept for it, so it cannot be out of step with what it tells
 * of. What leaves no trace, such as reading, is not in it. How often callers may ask is told beside it; the operator says so.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { getRateLimits } from './get-rate-limits.ts'
import { getUsageReport } from './get-usage-report.ts'

export { spanOf } from './span.ts'
export { tools } from './tools.ts'
export { getRateLimits, getUsageReport }

export const operations: readonly AnyOperation[] = [getUsageReport, getRateLimits]
