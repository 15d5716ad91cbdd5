/** The table of results, what requests give and what answers say of one (decisions, section 3). */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'
import { scorecardResult } from '../conversations/index.ts'
import { ITEMS_MAX } from '../scorecards/index.ts'

declare module '../../core/db.ts' {
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

/** What a conversation's element tells of a result, and where it comes from. */
export const storedResult = scorecardResult
  .extend({
    conversation: z.object({ uuid: z.string(), title: z.string() }),
    source: resultSource,
    scoredBy: z.string().nullable().describe('The user who scored; null for the program and for org-level keys.'),
    scorecardVersion: z.int().describe('How often the scorecard and its items had changed, from 1.'),
    transcriptVersion: z.int().nullable().describe('The transcript that the evidence is from.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ScorecardResult' })
export type StoredResult = z.output<typeof storedResult>

const givenScore = z.object({
  uuid: uuid().describe('The item of the scorecard.'),
  score: z.number().describe("On the item's scale."),
  description: text({ max: 2_000 }).default('').describe('Why this score.'),
  evidences: z
    .array(text({ min: 1, max: 2_000, trim: true }))
    .max(20)
    .default([])
    .describe('What was said, verbatim from one turn of the transcript.'),
  confidence: z.number().min(0).max(1).default(1),
})
export type GivenScore = z.output<typeof givenScore>

export const scoringFields = {
  items: z.array(givenScore).min(1).max(ITEMS_MAX).describe('Items that are left out do not count.'),
  summaryText: text({ max: 4_000 }).default(''),
}
