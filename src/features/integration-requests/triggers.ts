import { z } from 'zod'

/** What may set a workflow off by itself: the analysis is done, or somebody confirmed values of fields. */
export const occasionalTrigger = z.enum(['on_analyzed', 'on_confirmed'])
export type OccasionalTrigger = z.output<typeof occasionalTrigger>
