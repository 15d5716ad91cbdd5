import { z } from 'zod'

/**
 * All steps in execution order. A step can read the results of earlier steps. The IDs are stable: the database and
 * responses contain them.
 */
export const STEP_IDS = ['statistics', 'topics', 'summary', 'labels', 'fields', 'scorecards', 'actions'] as const
export const stepId = z.enum(STEP_IDS)
export type StepId = z.output<typeof stepId>
