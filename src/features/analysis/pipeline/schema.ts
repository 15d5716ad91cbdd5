/** Table of step records, and response schemas. */
import { z } from 'zod'
import { stepId } from '../../platform/analysis-requests/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    analysis_steps: {
      organization_id: string
      conversation_id: string
      step: string
      state: 'done' | 'failed'
      outcome: 'complete' | 'needs_model' | 'not_applicable' | null
      step_version: number
      transcript_version: number | null
      model: string | null
      model_fault: 'unavailable' | 'refused' | 'wrong' | null
      made_of: string
      started_at: Instant
      finished_at: Instant
      took_ms: number
      failures: number
      next_try_at: NullableInstant
      fault: string | null
    }
  }
}

const analysisStep = z.object({
  step: stepId.describe('Identifier of the analysis step.'),
  state: z
    .enum(['none', 'done', 'failed'])
    .describe(
      '`none`: not run yet. `failed`: the last attempt failed, and `nextTryAt` contains the time of the retry.',
    ),
  outcome: z
    .enum(['complete', 'needs_model', 'not_applicable'])
    .nullable()
    .describe(
      '`needs_model`: results that require a language model are missing. `not_applicable`: the step had nothing to do. ' +
        "Null if the step isn't done.",
    ),
  version: z
    .int()
    .nullable()
    .describe('Version of the step. Another version can produce other results. Null if the step has not run.'),
  transcriptVersion: z.int().nullable().describe('Version of the analyzed transcript. Null if there was none.'),
  model: z.string().nullable().describe('Language model that contributed to the result. Null if none did.'),
  modelFault: z
    .enum(['unavailable', 'refused', 'wrong'])
    .nullable()
    .describe(
      'Why the language model contributed nothing: no response, a refused request, or an invalid response. Null if none.',
    ),
  startedAt: z.string().nullable().describe('When the step started. Null if it has not run.'),
  finishedAt: z.string().nullable().describe('When the step ended. Null if it has not run.'),
  ms: z.number().nullable().describe('Duration of the step in milliseconds. Null if it has not run.'),
  failures: z.int().describe('Number of failed attempts in a row.'),
  nextTryAt: z.string().nullable().describe('When the step is retried. Null if no retry is scheduled.'),
  fault: z.string().nullable().describe("Description of the failure. Null if the step hasn't failed."),
})

export const analysis = z
  .object({
    conversationUUID: z.string().describe('ID of the conversation.'),
    processingStatus: z
      .enum(['pending', 'analyzed', 'failed'])
      .describe('Result of the last analysis. `failed`: at least one step failed permanently.'),
    state: z
      .enum(['idle', 'queued', 'running', 'waiting'])
      .describe('Current work. `waiting`: a failed step is retried later, and all other steps are done.'),
    waitsFor: z
      .enum(['transcript'])
      .nullable()
      .describe('Input that is missing before the analysis can start. Null if nothing is missing.'),
    requestedAt: z.string().nullable().describe('When an analysis was last requested. Null if never.'),
    finishedAt: z.string().nullable().describe('When the last analysis ended. Null if none has.'),
    steps: z.array(analysisStep).describe('All steps in execution order.'),
  })
  .meta({ id: 'ConversationAnalysis' })
export type Analysis = z.output<typeof analysis>
