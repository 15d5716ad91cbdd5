/** Table of model calls, and the schema of usage reports. */
import { z } from 'zod'
import type { ModelOutcome } from '../../../core/language-model.ts'

declare module '../../../core/db.ts' {
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
      /** Cost in US dollars. Drivers return numeric columns as text. */
      cost: string | null
      ms: number
    }
  }
}

const counted = {
  calls: z.int().describe('Number of calls, including failed ones.'),
  failed: z.int().describe('Number of calls without a usable response. They can cost money too.'),
  estimated: z.int().describe("Number of calls whose token counts are estimated because the model didn't report them."),
  inputTokens: z.int().describe('Number of input tokens.'),
  outputTokens: z.int().describe('Number of output tokens.'),
  cost: z.number().nullable().describe('Cost in US dollars. Null if the price of a call was unknown.'),
}

export const modelUsageSchema = z.object({
  ...counted,
  byModel: z
    .array(z.object({ model: z.string().describe('Name of the model.'), ...counted }))
    .describe('Usage by model, most tokens first.'),
  byPurpose: z
    .array(z.object({ purpose: z.string().describe('Purpose of the calls, such as `summary`.'), ...counted }))
    .describe('Usage by purpose, most tokens first.'),
})

export type ModelUsage = z.infer<typeof modelUsageSchema>
