import { z } from 'zod'

/** Events that start a workflow automatically: the analysis finished, or a person confirmed field values. */
export const occasionalTrigger = z.enum(['on_analyzed', 'on_confirmed'])
export type OccasionalTrigger = z.output<typeof occasionalTrigger>
