/** The table of what was done, and what an answer says of it. */
import { z } from 'zod'
import { stepId } from '../analysis-requests/index.ts'

declare module '../../core/db.ts' {
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
  step: stepId,
  state: z
    .enum(['none', 'done', 'failed'])
    .describe('`none`: not done yet. `failed`: tried in vain; `nextTryAt` tells when it is tried again.'),
  outcome: z
    .enum(['complete', 'needs_model', 'not_applicable'])
    .nullable()
    .describe('`needs_model`: what takes a language model for was left open.'),
  version: z.int().nullable().describe('Of the step: a later one may find something else in the same words.'),
  transcriptVersion: z.int().nullable(),
  model: z.string().nullable().describe('The language model that was asked.'),
  modelFault: z.enum(['unavailable', 'refused', 'wrong']).nullable().describe('Why the model gave nothing of use.'),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  ms: z.number().nullable().describe('What it took, in milliseconds.'),
  failures: z.int().describe('Tries in a row that failed.'),
  nextTryAt: z.string().nullable(),
  fault: z.string().nullable(),
})

export const analysis = z
  .object({
    conversationUUID: z.string(),
    processingStatus: z.enum(['pending', 'analyzed', 'failed']),
    state: z
      .enum(['idle', 'queued', 'running', 'waiting'])
      .describe('`waiting`: a step failed and is tried again later; all others are done.'),
    waitsFor: z.enum(['transcript']).nullable().describe('What must arrive before anything can be found out.'),
    requestedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    steps: z.array(analysisStep),
  })
  .meta({ id: 'ConversationAnalysis' })
export type Analysis = z.output<typeof analysis>
