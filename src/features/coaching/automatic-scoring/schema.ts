/** Response schemas of automatic scores, and of their agreement with scores by people. */
import { z } from 'zod'
import type { ScoringRow } from '../scorecard-results/index.ts'

export const scoring = z
  .object({
    scorecardId: z.string().describe('ID of the scorecard.'),
    title: z.string().describe('Title of the scorecard at the time of scoring.'),
    scorecardVersion: z.int().describe('Version of the scorecard that was used, starting at 1.'),
    transcriptVersion: z.int().describe('Version of the transcript that was scored.'),
    items: z
      .array(
        z.object({
          uuid: z.string().describe('ID of the scorecard item.'),
          title: z.string().describe('Question of the item at the time of scoring.'),
          description: z.string().describe('Reason for the score.'),
          numericResult: z
            .object({
              score: z.number().describe('Score of the item, from `min` to `max`.'),
              min: z.number().describe('Lowest score of the scale.'),
              max: z.number().describe('Highest score of the scale.'),
            })
            .describe('Score of the item, with the ends of its scale.'),
          evidences: z.array(z.string()).describe('Verbatim quotes from the transcript that support the score.'),
          confidence: z.number().min(0).max(1).describe('Confidence in the score, 0 to 1.'),
          source: z.enum(['ai', 'rule']).describe('Method: `ai` for a language model, `rule` for a rule.'),
        }),
      )
      .describe('Items with a score.'),
    unscored: z
      .array(
        z.object({
          uuid: z.string().describe('ID of the scorecard item.'),
          title: z.string().describe('Question of the item at the time of scoring.'),
          reason: z
            .enum(['needs_model', 'no_evidence'])
            .describe(
              '`needs_model`: no language model is configured. `no_evidence`: the transcript has no evidence for a score.',
            ),
        }),
      )
      .describe('Items without a score.'),
    summaryText: z
      .string()
      .describe('How many items were scored; empty if a language model is configured and all items were scored.'),
    model: z
      .string()
      .nullable()
      .describe('Name of the configured language model; null if there was none and only rules were used.'),
    dismissed: z.boolean().describe('Whether a person removed the result from the conversation.'),
    madeAt: z.string().describe('Time of scoring, ISO 8601.'),
  })
  .meta({ id: 'ScorecardScoring' })

export const serializeScoring = (row: ScoringRow): z.input<typeof scoring> => ({
  scorecardId: row.scorecard_id,
  title: row.title,
  scorecardVersion: row.scorecard_version,
  transcriptVersion: row.transcript_version,
  items: row.items.map((item) => ({ ...item, evidences: [...item.evidences] })),
  unscored: row.unscored,
  summaryText: row.summary_text,
  model: row.model,
  dismissed: row.dismissed,
  madeAt: row.made_at,
})

const agreementFields = {
  compared: z
    .int()
    .describe('Number of pairs: an automatic score and a score by a person of the same item and conversation.'),
  exact: z.number().nullable().describe('Ratio of pairs with the same level, 0 to 1. Null if there are no pairs.'),
  withinOne: z
    .number()
    .nullable()
    .describe('Ratio of pairs that differ by at most one level, 0 to 1. Null if there are no pairs.'),
  kappa: z
    .number()
    .nullable()
    .describe("Cohen's kappa of the levels: 1 is perfect agreement, 0 is chance. Null if it isn't defined."),
  weightedKappa: z
    .number()
    .nullable()
    .describe(
      "Cohen's kappa with linear weights: one level of difference counts half as much as two. Null if it isn't defined.",
    ),
}

export const agreement = z
  .object({
    scorecardId: z.string().describe('ID of the scorecard.'),
    title: z.string().describe('Current title of the scorecard.'),
    conversations: z.int().describe('Number of visible conversations with an automatic score and a score by a person.'),
    ...agreementFields,
    items: z
      .array(
        z.object({
          uuid: z.string().describe('ID of the scorecard item.'),
          title: z.string().describe('Question of the scorecard item.'),
          ...agreementFields,
          levels: z
            .array(z.array(z.int()))
            .describe(
              'Number of pairs by level (min, middle, max): a row for each level by a person, a column for each automatic level.',
            ),
          onlyPerson: z.int().describe('Number of scores by a person without an automatic score.'),
        }),
      )
      .describe('Agreement of scores by item.'),
  })
  .meta({ id: 'ScorecardAgreement' })
