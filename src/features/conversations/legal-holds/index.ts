/**
 * Legal holds: protection of conversations from erasure and redaction.
 *
 * A **hold** has a reason. It protects one conversation, all conversations of a **custodian** (a user who owns them or
 * took part), or all conversations that an email address took part in, including future ones. Requests that would erase
 * or redact a protected conversation return 409 `legal_hold`. Jobs skip these conversations and report their number.
 * Archiving, correction and analysis aren't affected, and neither is the restoration of a transcript version.
 *
 * A hold ends when it is **released** and stays stored as a record. Only admins can read and change holds.
 *
 * `records` depends on this feature and checks holds before it erases. `personal-data` creates holds of a single
 * conversation.
 */
import type { Reader, Writer } from '../../../core/db.ts'
import { conflict } from '../../../core/errors.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createLegalHold } from './create-legal-hold.ts'
import { deleteLegalHold } from './delete-legal-hold.ts'
import { listLegalHolds } from './list-legal-holds.ts'
import { selectConversationHolds, selectHeld } from './queries.ts'
import type { SerializedLegalHold } from './schema.ts'
import { serializeLegalHold } from './serialize.ts'

export { insertHold, isOnHold, releaseConversationHolds } from './queries.ts'
export { hold, legalHoldReason } from './schema.ts'

export { createLegalHold, deleteLegalHold, listLegalHolds }

export const operations: readonly AnyOperation[] = [listLegalHolds, createLegalHold, deleteLegalHold]

/** Returns the conversations under a hold. Lock them first, so that the result is valid until the transaction ends. */
export function selectOnHold(
  db: Reader | Writer,
  org: OrganizationId,
  conversationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return selectHeld(db, org, conversationIds)
}

/** Returns the holds of one conversation, newest first. Maximum 100. */
export async function listConversationHolds(
  db: Reader,
  org: OrganizationId,
  conversationId: string,
): Promise<SerializedLegalHold[]> {
  return (await selectConversationHolds(db, org, conversationId)).map(serializeLegalHold)
}

/** Rejects changes of a conversation under a hold. The caller must lock it. @throws AppError `legal_hold` */
export async function refuseHeld(tx: Reader | Writer, org: OrganizationId, conversationId: string): Promise<void> {
  if ((await selectHeld(tx, org, [conversationId])).size > 0) throw legalHoldConflict()
}

export const legalHoldConflict = () =>
  conflict('legal_hold', 'A legal hold prevents this change. Ask an admin to release it, then try again.')
