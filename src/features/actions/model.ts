/** Pure rules of actions. */
import type { ActionStatus } from './schema.ts'

const MOVES: Readonly<Record<ActionStatus, readonly ActionStatus[]>> = {
  pending: ['drafted'],
  drafted: ['sent'],
  sent: [],
  dismissed: [],
  expired: [],
}

/** Whether the owner may move it so. Dismissing is a road of its own. */
export const mayMove = (from: ActionStatus, to: ActionStatus): boolean => MOVES[from].includes(to)

/** Whether its draft may still be edited. */
export const isOpen = (status: ActionStatus): boolean => status === 'pending' || status === 'drafted'
