/** Decides on which server an operation reads. Pure, so that its rules are tested without a database. */
import type { ReadOutcome } from '../../../core/replicas.ts'
import type { WriteMark } from './write-marks.ts'

export interface Candidate {
  /** Whether the replica is in use. */
  readonly isUsable: boolean
  /** State that the replica last reported. Undefined if it hasn't reported any. */
  readonly seen: WriteMark | undefined
  readonly connections: { readonly inUse: number; readonly max: number }
}

export type Choice<Replica> =
  | { readonly replica: Replica }
  | { readonly reason: Exclude<ReadOutcome, 'replica' | 'repeated'> }

export const hasReplayed = (seen: WriteMark | undefined, mark: WriteMark): boolean =>
  seen !== undefined && seen.epoch === mark.epoch && seen.lsn >= mark.lsn

/**
 * @param mark last write of the organization. Undefined if it isn't known.
 * @param turn number that grows with each choice, so that equally busy replicas take turns
 */
export function chooseReplica<Replica extends Candidate>(
  replicas: readonly Replica[],
  mark: WriteMark | undefined,
  turn: number,
): Choice<Replica> {
  const usable = replicas.filter(({ isUsable }) => isUsable)
  if (usable.length === 0) return { reason: 'lost' }
  if (mark === undefined) return { reason: 'unknown' }
  const current = usable.filter(({ seen }) => hasReplayed(seen, mark))
  if (current.length === 0) return { reason: 'behind' }
  const free = current.filter(({ connections: { inUse, max } }) => inUse < max)
  const inTurn = free.map((_, index) => free[(index + turn) % free.length] as Replica)
  const [first, ...others] = inTurn
  if (first === undefined) return { reason: 'busy' }
  return {
    replica: others.reduce((best, one) => (one.connections.inUse < best.connections.inUse ? one : best), first),
  }
}
