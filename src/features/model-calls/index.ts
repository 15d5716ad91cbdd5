/**
 * Model calls: what the language model was asked for, by whom, and what it took.
 *
 * Every ask leaves a **record**, however it ended: an answer of no use was paid for as well. It tells when, for which user
 * (none, when a job or an organization's key asked), for what purpose, of which model, tokens, cost and time, and nothing
 * of what was said. It is written by the port itself (`core/language-model.ts`), in a transaction of its own, so that
 * what the ask was for may fail without taking the record along. The **cost** is counted at once, by the prices set at
 * that time, and stays; without prices it is unknown, which is another thing than nothing.
 */
import type { Database, Reader } from '../../core/db.ts'
import type { ModelCall } from '../../core/language-model.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { insertCall, selectUsage } from './queries.ts'
import type { ModelUsage } from './schema.ts'

export { modelUsageSchema } from './schema.ts'

/** @param userId who asked, when it was a user */
export function recordModelCall(
  database: Pick<Database, 'transact'>,
  org: OrganizationId,
  call: ModelCall,
  userId?: string,
): Promise<void> {
  return database.transact((tx) => insertCall(tx, org, call, userId))
}

/** What all calls begun in a span of time took, and those of each model and each purpose. */
export function modelUsage(db: Reader, org: OrganizationId, span: { from: Date; to: Date }): Promise<ModelUsage> {
  return selectUsage(db, org, span)
}
