/** Data that stays with its conversation, in words for tools and pages. */
import type { SplitResult } from './schema.ts'

const NOUNS = [
  ['comments', 'comment', 'comments'],
  ['clips', 'clip', 'clips'],
  ['coachingAssignments', 'coaching assignment', 'coaching assignments'],
  ['tasks', 'task', 'tasks'],
  ['scorecardResults', 'scorecard result', 'scorecard results'],
  ['fieldValues', 'confirmed field value', 'confirmed field values'],
] as const

/** @returns phrases such as `2 comments` and `the recording`; empty if nothing stays */
export function listStays(stays: SplitResult['stays']): string[] {
  const counted = NOUNS.flatMap(([name, one, several]) =>
    stays[name] === 0 ? [] : [`${stays[name]} ${stays[name] === 1 ? one : several}`],
  )
  return stays.recording ? [...counted, 'the recording'] : counted
}
