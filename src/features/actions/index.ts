/**
 * Proactive actions: what the service proposes to a user to do next, and why.
 *
 * An **action** belongs to one user, its owner, and nobody else sees it, admins included: it is a draft in their name.
 * It is about an entity (a conversation, opportunity, account or contact), carries a draft that the owner may edit, and
 * tells **why**: a rationale, a key quote and evidence from conversations.
 *
 * States: `pending` → `drafted` → `sent`, each by its owner; `pending` → `dismissed`. A pending or drafted one whose time
 * is over is `expired`, which is read off the clock and written nowhere. What is sent, dismissed or expired stays as it
 * is.
 *
 * Parley makes some by itself (`proactive`): those carry their **ground**, by which they are known again.
 *
 * An action is read with its owner's eyes of today: while one of the conversations it is about or quotes is hidden from
 * them, so is the action. It goes when one of those is erased.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { createAction } from './create-action.ts'
import { dismissAction } from './dismiss-action.ts'
import { getAction } from './get-action.ts'
import { listActions } from './list-actions.ts'
import { updateAction } from './update-action.ts'

export { announceAction } from './announce.ts'
export { type Grounded, holdGrounded, rewordAction, withdrawActions } from './queries-grounds.ts'
export type { Action } from './schema.ts'
export { type NewAction, type NewQuote, storeAction } from './store.ts'
export { tools } from './tools.ts'
export { dismissAction, getAction, listActions, updateAction }

export const operations: readonly AnyOperation[] = [listActions, createAction, getAction, updateAction, dismissAction]
