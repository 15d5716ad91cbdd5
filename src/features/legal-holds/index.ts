/**
 * Legal holds: what must not go, whatever else says so.
 *
 * A **hold** has a reason and keeps one conversation, all of a **custodian** (a user who owns them or took part), or all
 * that an address took part in, also those that come later. While one is on, nobody erases or masks what it keeps:
 * requests are refused (409 `legal_hold`), jobs leave it out and say how much they left. Archiving, correcting and
 * analyzing take nothing away, and go on.
 *
 * A hold ends when it is **released**; it stays as the record that there was one. Only admins see and change holds.
 *
 * The feature stands below conversations, which ask it before they erase; the hold of a single conversation is put on in
 * `privacy`.
 */
import type { Reader, Writer } from '../../core/db.ts'
import { conflict } from '../../core/errors.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createLegalHold } from './create-legal-hold.ts'
import { deleteLegalHold } from './delete-legal-hold.ts'
import { listLegalHolds } from './list-legal-holds.ts'
import { selectHeld, selectHoldsOf } from './queries.ts'
import type { HoldTold } from './schema.ts'
import { told } from './told.ts'

export { heldCondition, insertHold, releaseHoldsOf } from './queries.ts'
export { hold, holdReason } from './schema.ts'

export { createLegalHold, deleteLegalHold, listLegalHolds }

export const operations: readonly AnyOperation[] = [listLegalHolds, createLegalHold, deleteLegalHold]

/** Those of the conversations that a hold keeps. Lock them first: then it stays so until the transaction ends. */
export function heldAmong(
  db: Reader | Writer,
  org: OrganizationId,
  conversationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return selectHeld(db, org, conversationIds)
}

/** What keeps one conversation, the newest first; a hundred at most. */
export async function holdsOf(db: Reader, org: OrganizationId, conversationId: string): Promise<HoldTold[]> {
  return (await selectHoldsOf(db, org, conversationId)).map(told)
}

/** @throws AppError `legal_hold`: a hold keeps the conversation, which is locked */
export async function refuseHeld(tx: Reader | Writer, org: OrganizationId, conversationId: string): Promise<void> {
  if ((await selectHeld(tx, org, [conversationId])).size > 0) throw held()
}

export const held = () => conflict('legal_hold', 'A legal hold keeps this. It can be released by an admin.')
