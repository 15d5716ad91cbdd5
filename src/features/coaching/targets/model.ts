/** Pure rules of targets: units, bounds, the target that applies to a team, and verdicts. */
import { forbidden, invalid, type Problem } from '../../../core/errors.ts'
import type { Principal } from '../../../core/principal.ts'
import type { TargetComparison, TargetFigure, Verdict } from './schema.ts'

/** Minimum number of conversations or results for a verdict. Averages over fewer vary widely. */
export const CALLS_MIN = 5

interface Unit {
  readonly maximum: number
  /** Number of decimals of bounds. Values are rounded to it before they are compared, as people see them. */
  readonly decimals: 0 | 1 | 2
  /** Words of a refusal. */
  readonly words: string
}

const SCORE: Unit = { maximum: 100, decimals: 1, words: 'a score of 0 to 100 with at most one decimal' }

const UNITS: Readonly<Record<TargetFigure, Unit>> = {
  callsPerWeek: { maximum: 10_000, decimals: 1, words: 'a number of calls up to 10,000 with at most one decimal' },
  talkShare: { maximum: 1, decimals: 2, words: 'a share of 0 to 1 in steps of 0.01' },
  questionsAsked: { maximum: 1_000, decimals: 1, words: 'a number of questions up to 1,000 with at most one decimal' },
  longestMonologue: { maximum: 36_000, decimals: 0, words: 'a number of whole seconds up to 36,000' },
  averageScore: SCORE,
  scorecardScore: SCORE,
}

export interface Bounds {
  readonly minimum: number | null
  readonly maximum: number | null
}

/** Whether a bound is in the unit of the figure. */
export function fitsFigure(figure: TargetFigure, value: number): boolean {
  const { maximum, decimals } = UNITS[figure]
  return value >= 0 && value <= maximum && roundTo(value, decimals) === value
}

/** @throws AppError `validation_failed` for bounds that are missing, in reverse order, or not in the unit of the figure */
export function checkBounds(figure: TargetFigure, { minimum, maximum }: Bounds): void {
  const { words } = UNITS[figure]
  const problems: Problem[] = []
  for (const [name, value] of [
    ['minimum', minimum],
    ['maximum', maximum],
  ] as const) {
    if (value === null || fitsFigure(figure, value)) continue
    problems.push({ pointer: `/${name}`, detail: `\`${name}\` of \`${figure}\` must be ${words}.` })
  }
  if (minimum === null && maximum === null) {
    problems.push({ pointer: '/minimum', detail: 'A target needs `minimum`, `maximum` or both.' })
  } else if (minimum !== null && maximum !== null && minimum > maximum) {
    problems.push({ pointer: '/maximum', detail: '`maximum` must not be lower than `minimum`.' })
  }
  const [first, ...rest] = problems
  if (first !== undefined) throw invalid(first, ...rest)
}

/**
 * Checks the permission to set a target. Admins set all targets. Managers set those of their teams and child teams.
 * @throws AppError `manager_required`; `admin_required`
 */
export function requireMaySet(principal: Principal, teamId: string | null): void {
  if (maySet(principal, teamId)) return
  if (principal.role !== 'MANAGER') {
    throw forbidden('manager_required', 'Setting targets requires the manager or admin role.')
  }
  throw forbidden(
    'admin_required',
    'Managers can set targets only for their own teams and child teams. Ask an admin for other targets.',
  )
}

export const maySet = ({ role, user }: Pick<Principal, 'role' | 'user'>, teamId: string | null): boolean =>
  role === 'ADMIN' || (role === 'MANAGER' && teamId !== null && user?.teamIds.includes(teamId) === true)

export interface TargetValue extends Bounds {
  readonly id: string
  readonly figure: TargetFigure
  readonly scorecardId: string | null
  readonly teamId: string | null
}

/**
 * Targets that apply to a team, one for each figure and scorecard. Its own targets come first, then those of the nearest
 * team above it. Those of the organization come last.
 * @param chain the team and those above it, nearest first; empty for the organization
 */
export function resolveTargets<One extends TargetValue>(targets: readonly One[], chain: readonly string[]): One[] {
  const ranks = new Map<string | null, number>([
    ...chain.map((id, index) => [id, index] as const),
    [null, chain.length],
  ])
  const resolved = new Map<string, { one: One; rank: number }>()
  for (const one of targets) {
    const rank = ranks.get(one.teamId)
    if (rank === undefined) continue
    const key = `${one.figure} ${one.scorecardId ?? ''}`
    const other = resolved.get(key)
    if (other === undefined || rank < other.rank) resolved.set(key, { one, rank })
  }
  return [...resolved.values()].map(({ one }) => one)
}

export interface Measurement {
  /** Null if nothing was measured. */
  readonly value: number | null
  /** Whether there are enough calls for a verdict. */
  readonly isEnough: boolean
}

export function compareWithTarget(one: TargetValue, { value, isEnough }: Measurement): TargetComparison {
  const { id: targetUUID, figure, minimum, maximum } = one
  const verdict = value === null || !isEnough ? 'insufficient' : judge(figure, value, one)
  return { targetUUID, figure, minimum, maximum, value, verdict }
}

function judge(figure: TargetFigure, value: number, { minimum, maximum }: Bounds): Verdict {
  const rounded = roundTo(value, UNITS[figure].decimals)
  if (minimum !== null && rounded < minimum) return 'below'
  return maximum !== null && rounded > maximum ? 'above' : 'within'
}

function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** Number of conversations or results that have each figure. */
export interface MeasuredCounts {
  readonly talkShare: number
  readonly questionsAsked: number
  readonly longestMonologue: number
  readonly averageScore: number
}

export interface MeasuredFigures {
  readonly talkShare: number | null
  readonly questionsAsked: number | null
  readonly longestMonologue: number | null
  readonly averageScore: number | null
  readonly counts: MeasuredCounts
  readonly callsPerWeek: Measurement
}

/** Compares the figures of a group of calls with its targets. Targets of single scorecards are left out. */
export function compareFigures(targets: readonly TargetValue[], figures: MeasuredFigures): TargetComparison[] {
  return targets.flatMap((one) => {
    const { figure } = one
    if (figure === 'scorecardScore') return []
    if (figure === 'callsPerWeek') return [compareWithTarget(one, figures.callsPerWeek)]
    return [compareWithTarget(one, { value: figures[figure], isEnough: figures.counts[figure] >= CALLS_MIN })]
  })
}

const WEEK_MILLISECONDS = 7 * 86_400_000

/** Mean number of calls per person and week. Shorter periods than a week are insufficient for a verdict. */
export function measureCallsPerWeek(calls: number, reps: number, milliseconds: number): Measurement {
  const weeks = milliseconds / WEEK_MILLISECONDS
  // A period of seven days up to the last millisecond is a week.
  if (weeks < 0.999) return { value: null, isEnough: false }
  return { value: reps === 0 ? null : Math.round((calls / reps / weeks) * 100) / 100, isEnough: true }
}
