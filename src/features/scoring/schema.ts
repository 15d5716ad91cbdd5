/** What answers say of scorings, and of how well they agree with people. */
import { z } from 'zod'
import type { ScoringRow } from '../scorecard-results/index.ts'

export const scoring = z
  .object({
    scorecardId: z.string(),
    title: z.string(),
    scorecardVersion: z.int().describe('How often the scorecard and its items had changed, from 1.'),
    transcriptVersion: z.int().describe('Of the transcript that the evidence is from.'),
    items: z.array(
      z.object({
        uuid: z.string().describe('The item of the scorecard.'),
        title: z.string(),
        description: z.string().describe('Why this score was given.'),
        numericResult: z.object({ score: z.number(), min: z.number(), max: z.number() }),
        evidences: z.array(z.string()).describe('Verbatim from the transcript.'),
        confidence: z.number().min(0).max(1),
        source: z.enum(['ai', 'rule']).describe('A language model judged, or a rule.'),
      }),
    ),
    unscored: z.array(
      z.object({ uuid: z.string(), title: z.string(), reason: z.enum(['needs_model', 'no_evidence']) }),
    ),
    summaryText: z.string(),
    model: z.string().nullable().describe('The language model that judged.'),
    dismissed: z.boolean().describe('A person took the result off the conversation.'),
    madeAt: z.string(),
  })
  .meta({ id: 'ScorecardScoring' })

export const scoringTold = (row: ScoringRow): z.input<typeof scoring> => ({
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
  compared: z.int().describe('Scores of one item of one conversation, by a person and by the program.'),
  exact: z.number().nullable().describe('Share of them on the same level. Null where nothing can be compared.'),
  withinOne: z.number().nullable().describe('Share of them at most one level apart.'),
  kappa: z.number().nullable().describe("Cohen's kappa of the levels; null where chance would always agree."),
  weightedKappa: z
    .number()
    .nullable()
    .describe('The same with linear weights: one level apart is half as wrong as two.'),
}

export const agreement = z
  .object({
    scorecardId: z.string(),
    title: z.string(),
    conversations: z.int().describe('Scored by a person and by the program, among those that the caller sees.'),
    ...agreementFields,
    items: z.array(
      z.object({
        uuid: z.string(),
        title: z.string(),
        ...agreementFields,
        levels: z
          .array(z.array(z.int()))
          .describe("How often: a row for each level of the person's (min, middle, max), a column for the program's."),
        onlyPerson: z.int().describe('Scored by the person, and left open by the program.'),
      }),
    ),
  })
  .meta({ id: 'ScorecardAgreement' })
