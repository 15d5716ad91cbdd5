/** Tables and API schemas of scorecard results (decisions, section 3). */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { queryString, text, uuid } from '../../../core/wire.ts'
import { scorecardResult } from '../../conversations/records/index.ts'
import { ITEMS_MAX } from '../scorecards/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    scorecard_results: {
      organization_id: string
      conversation_id: string
      scorecard_id: string
      id: string
      scorecard_version: number
      transcript_version: number | null
      title: string
      summary: string
      items: string
      unscored: string
      average: Generated<number>
      source: ResultSource
      scored_by: string | null
      created_at: Instant
      updated_at: Instant
    }
    scorecard_scorings: {
      organization_id: string
      conversation_id: string
      scorecard_id: string
      scorecard_version: number
      transcript_version: number
      title: string
      items: string
      unscored: string
      summary_text: string
      model: string | null
      made_at: Instant
    }
    scorecard_dismissals: {
      organization_id: string
      conversation_id: string
      scorecard_id: string
      dismissed_by: string | null
      dismissed_at: Instant
    }
  }
}

const resultSource = z.enum(['ai', 'human'])
export type ResultSource = z.infer<typeof resultSource>

/** Result in the conversation record, extended by its source. */
export const storedResult = scorecardResult
  .extend({
    conversation: z
      .object({
        uuid: z.string().describe('ID of the conversation.'),
        title: z.string().describe('Title of the conversation.'),
      })
      .describe('Conversation that was scored.'),
    source: resultSource.describe('`ai`: automatic scoring. `human`: scored by a user or an API key.'),
    scoredBy: z
      .string()
      .nullable()
      .describe('ID of the user who scored; null for automatic scoring and organization-level API keys.'),
    scorecardVersion: z
      .int()
      .describe(
        'Version of the scorecard at the time of scoring. It starts at 1 and increases with each change of the ' +
          'scorecard or its items.',
      ),
    transcriptVersion: z
      .int()
      .nullable()
      .describe('Version of the transcript that the evidence refers to; null if the conversation had no transcript.'),
    createdAt: z.string().describe('When the conversation was first scored with the scorecard.'),
    updatedAt: z.string().describe('When the result was last replaced.'),
  })
  .meta({ id: 'ScorecardResult' })
export type StoredResult = z.output<typeof storedResult>

const givenScore = z.object({
  uuid: uuid().describe('ID of the item, from `GET /scorecards/{id}/items`.'),
  score: z.number().describe('Score within the scale of the item. Example: `4`.'),
  description: text({ max: 2_000 })
    .default('')
    .describe(
      'Reason for the score, at most 2,000 characters. Defaults to empty. Example: `Asked three open questions.`',
    ),
  evidences: z
    .array(text({ min: 1, max: 2_000, trim: true }))
    .max(20)
    .default([])
    .describe(
      'Quotes as evidence, verbatim and each within one speaker turn, at most 20. Defaults to none. Example: ' +
        '`["What would success look like?"]`.',
    ),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Confidence in the score, 0 to 1. Defaults to 1. Example: `0.8`.'),
})
export type ScoreInput = z.output<typeof givenScore>

export const scoringFields = {
  items: z
    .array(givenScore)
    .min(1)
    .max(ITEMS_MAX)
    .describe("Scores by item. Omitted items don't count in the summary."),
  summaryText: text({ max: 4_000 })
    .default('')
    .describe(
      'Summary of the evaluation, at most 4,000 characters. Defaults to empty. Example: `Strong discovery, no next ' +
        'step.`',
    ),
}

/** Schema of an optional ID in a query. */
export const queryId = (description: string) => queryString(36).pipe(uuid()).optional().describe(description)
