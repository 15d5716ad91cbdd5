/** State rules of actions. */
import type { ActionStatus } from './schema.ts'

const MOVES: Readonly<Record<ActionStatus, readonly ActionStatus[]>> = {
  pending: ['drafted'],
  drafted: ['sent'],
  sent: [],
  dismissed: [],
  expired: [],
}

/** Whether the owner can change the status with an update. Dismissal is a separate operation. */
export const canMoveStatus = (from: ActionStatus, to: ActionStatus): boolean => MOVES[from].includes(to)

/** Whether the draft can still be edited. */
export const isOpen = (status: ActionStatus): boolean => status === 'pending' || status === 'drafted'
