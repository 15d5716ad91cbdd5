/**
 * Model calls: usage and cost of the language model.
 *
 * Every call is **recorded**, including failed ones, because they can cost money too. A record contains the time, the
 * user (none for jobs and organization-level keys), purpose, model, tokens, cost and duration, but no text. The port
 * (`core/language-model.ts`) writes it in a separate transaction, so that a rollback of the caller doesn't remove it.
 * The **cost** is calculated once, with the prices at the time of the call. Without prices it is null, which differs
 * from 0.
 */
import type { Database, Reader } from '../../../core/db.ts'
import type { ModelCall } from '../../../core/language-model.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { insertCall, selectUsage } from './queries.ts'
import type { ModelUsage } from './schema.ts'

export { modelUsageSchema } from './schema.ts'

/** @param userId ID of the calling user, if any */
export function recordModelCall(
  database: Pick<Database, 'transact'>,
  org: OrganizationId,
  call: ModelCall,
  userId?: string,
): Promise<void> {
  return database.transact((tx) => insertCall(tx, org, call, userId))
}

/** Returns usage of all calls that started in a period, in total, by model and by purpose. */
export function modelUsage(db: Reader, org: OrganizationId, span: { from: Date; to: Date }): Promise<ModelUsage> {
  return selectUsage(db, org, span)
}
