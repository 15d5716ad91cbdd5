/**
 * Moves: all conversations of an account of another product, with what belongs to them.
 *
 * A **vendor** is a product with an interface (`vendors/`), or a folder of exported files. A **move** lists the calls of a
 * vendor page by page and imports each with the operation of the API, so that application and external ID identify it. It
 * brings what the vendor's interface returns: transcripts, recordings, owners by email address, sides of participants, CRM
 * links, labels and action items. It also brings comments, clips, results of people for scorecards, trackers and the
 * library. Owners without a user can be invited, and get their calls in the next run after they joined.
 *
 * A move keeps within the vendor's quota, stores its cursor after each page, and stores each call in the **ledger** in the
 * same transaction as its parts. A run that was killed continues, and another run adds only new calls. The ledger says what
 * came, and what couldn't and why. Only admins can read it.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getMove } from './get-move.ts'
import { listMoves } from './list-moves.ts'

export { formatLedger, loadLedger, PARTS } from './ledger.ts'
export type { OwnerInvitation } from './owners.ts'
export { selectMove } from './queries.ts'
export { type MoveOptions, type MoveReport, runMove } from './run-move.ts'
export type { Ledger as MoveLedger, Move } from './schema.ts'
export type { ListedCall, Vendor } from './vendor.ts'
export { type Pace, VendorError } from './vendor-client.ts'
export { openFolderVendor } from './vendors/folder.ts'
export { VENDORS } from './vendors/registry.ts'
export { getMove, listMoves }

export const operations: readonly AnyOperation[] = [listMoves, getMove]
