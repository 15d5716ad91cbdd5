/**
 * Suggested actions: follow-ups that Parley or an API client proposes to a user.
 *
 * An **action** belongs to one user, its owner, and only the owner can change it, because it is a draft in the owner's
 * name. Managers can read the actions of their teams, and admins those of all users. An action refers to an entity (a conversation, opportunity, account or contact). It contains a draft
 * that the owner can edit. Its **why** consists of a rationale, a key quote and evidence from conversations.
 *
 * States: `pending` → `drafted` → `sent`, each set by the owner, or `pending` → `dismissed`. A pending or drafted
 * action is `expired` after its expiry time. The expired state is computed from the clock and never stored. Sent,
 * dismissed and expired actions don't change.
 *
 * Parley creates some actions itself (`suggestions`). These store the evidence that identifies them in later
 * scans.
 *
 * Access depends on the owner's current permissions. An action is hidden while its owner can't see a conversation that
 * it refers to or quotes. Erasing one of these conversations deletes the action.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createAction } from './create-action.ts'
import { dismissAction } from './dismiss-action.ts'
import { getAction } from './get-action.ts'
import { listActions } from './list-actions.ts'
import { updateAction } from './update-action.ts'

export { announceAction, announceActionUpdate, withdrawActions } from './announce.ts'
export { type CreatedAction, lockCreatedActions, rewordAction } from './queries-grounds.ts'
export type { Action } from './schema.ts'
export { type NewAction, type NewQuote, storeAction } from './store.ts'
export { tools } from './tools.ts'
export { dismissAction, getAction, listActions, updateAction }

export const operations: readonly AnyOperation[] = [listActions, createAction, getAction, updateAction, dismissAction]
