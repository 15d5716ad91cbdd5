/**
 * Changes: a feed for programs that keep a copy of the organization's data.
 *
 * Triggers write one **change** for each resource and transaction, in that transaction. It contains type, ID, kind and
 * time, no words. The order is that of transaction IDs. A page ends before the oldest running transaction, so a change
 * that commits late is never behind a **cursor** (docs/decisions/0065).
 *
 * Visibility is checked at read. A resource that its reader could see before a change hid it is **gone**. Changes of
 * resources that the reader could never see aren't returned.
 *
 * Changes are stored for 30 days.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { listChanges } from './list-changes.ts'

export { printFeedCursor, startOfTransaction } from './cursor.ts'
export { selectFeedState } from './queries.ts'
export { listChanges }

export const operations: readonly AnyOperation[] = [listChanges]
