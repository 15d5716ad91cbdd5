import { z } from 'zod'

/**
 * Every step there is, in the order they are done in. A step may read what those before it have stored. Stable words:
 * records and answers tell them.
 */
export const STEP_IDS = ['statistics', 'topics', 'summary', 'labels', 'fields', 'scorecards', 'actions'] as const
export const stepId = z.enum(STEP_IDS)
export type StepId = z.output<typeof stepId>
