import { z } from 'zod'
import { STEP_IDS, stepId } from '../../platform/analysis-requests/index.ts'

/** Steps to run unconditionally. */
export const requestedSteps = z
  .array(stepId)
  .max(STEP_IDS.length)
  .default([])
  .describe('Steps to run even if none of their inputs have changed. Defaults to none. Example: `["summary"]`.')
