/** The table of model calls, and what reports say of some of them together. */
import { z } from 'zod'
import type { ModelOutcome } from '../../core/language-model.ts'

declare module '../../core/db.ts' {
  interface Tables {
    model_calls: {
      organization_id: string
      id: string
      at: Instant
      user_id: string | null
      purpose: string
      model: string
      outcome: ModelOutcome
      detail: string | null
      requests: number
      input_tokens: number
      output_tokens: number
      estimated: boolean
      /** Numeric, so read as text. */
      cost: string | null
      ms: number
    }
  }
}

const counted = {
  calls: z.int(),
  failed: z
    .int()
    .meta({ description: 'Calls of which came no answer that could be used; they may have cost all the same.' }),
  estimated: z
    .int()
    .meta({ description: 'Calls of which the model did not tell all tokens, so that some are estimated.' }),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.number().nullable().meta({ description: 'In US dollars; null when a price was unknown at the time.' }),
}

export const modelUsageSchema = z.object({
  ...counted,
  byModel: z.array(z.object({ model: z.string(), ...counted })),
  byPurpose: z.array(z.object({ purpose: z.string(), ...counted })),
})

export type ModelUsage = z.infer<typeof modelUsageSchema>
