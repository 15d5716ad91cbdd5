/** Response schema of a label choice. */
import { z } from 'zod'

export const labelChoice = z
  .object({
    category: z.string().describe('Name of the label.'),
    option: z.string().nullable().describe('Value of the chosen option. Null if a person removed the label.'),
    labelUUID: z
      .string()
      .nullable()
      .describe(
        'ID of the label that the analysis chose from. The label can be deleted since then. Null for labels set by a ' +
          'person or by the import.',
      ),
    optionUUID: z
      .string()
      .nullable()
      .describe('ID of the option that the analysis chose. Null for labels set by a person or by the import.'),
    source: z
      .enum(['ai', 'rule', 'human'])
      .describe(
        'Origin of the label: `ai` for a language model, `rule` for the analysis without a language model, `human` for a ' +
          'person or the import.',
      ),
    confidence: z.number().min(0).max(1).describe('Confidence of the choice, 0 to 1. It is 1 for `human`.'),
    evidence: z
      .array(
        z.object({
          quote: z.string().describe('Verbatim text from the segment.'),
          speaker: z.string().describe("Name of the speaker. Empty if the transcript doesn't name one."),
          start: z.number().nullable().describe('Start of the segment in seconds. Null if it has no time.'),
          end: z.number().nullable().describe('End of the segment in seconds. Null if it has no time.'),
          segment: z.int().describe('Index of the segment in the transcript, from 0.'),
        }),
      )
      .describe('Quotes that support the choice, at most three. Empty for `human`.'),
    transcriptVersion: z
      .int()
      .nullable()
      .describe('Version of the transcript that contains the evidence. Null for `human`.'),
    model: z.string().nullable().describe('Name of the language model. Null unless `source` is `ai`.'),
    decidedBy: z
      .string()
      .nullable()
      .describe(
        'ID of the user who set or removed the label. Null for the analysis, the import and organization-level keys.',
      ),
    decidedAt: z.string().nullable().describe('Time at which the label was chosen. Null for labels from the import.'),
  })
  .meta({ id: 'LabelChoice' })
export type SerializedChoice = z.output<typeof labelChoice>
