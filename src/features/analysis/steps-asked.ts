import { z } from 'zod'
import { STEP_IDS, stepId } from '../analysis-requests/index.ts'

/** Steps to be done again in any case. */
export const stepsAsked = z
  .array(stepId)
  .max(STEP_IDS.length)
  .default([])
  .describe('Steps to be done again although nothing has changed.')
