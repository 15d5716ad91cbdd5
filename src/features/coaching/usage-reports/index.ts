/**
 * Reports about the usage of the service.
 *
 * The **usage report** is computed on request from existing data. Conversations and their lengths come from the
 * conversations themselves, changes from the audit log, and keys from their rows. Tokens and cost of the language model
 * come from the records of its calls. No report data is stored, so reports always match their sources. Reads leave no
 * trace and aren't included. A second operation returns the rate limits, which the operator sets.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getRateLimits } from './get-rate-limits.ts'
import { getUsageReport } from './get-usage-report.ts'

export { resolvePeriod } from './span.ts'
export { tools } from './tools.ts'
export { getRateLimits, getUsageReport }

export const operations: readonly AnyOperation[] = [getUsageReport, getRateLimits]
