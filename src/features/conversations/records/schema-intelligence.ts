/** Response schemas of field values in a conversation (decisions, section 3). */
import { z } from 'zod'
import { anyJson } from '../../../core/wire.ts'

export const intelligenceEvidence = z.object({
  quote: z.string().describe('Verbatim text of the segment.'),
  speaker: z.string().describe('Name of the speaker. Empty if unknown.'),
  start: z.number().nullable().describe('Start of the segment in seconds. Null if the transcript has no times.'),
  end: z.number().nullable().describe('End of the segment in seconds. Null if the transcript has no times.'),
  segment: z.int().describe('Index of the segment in the transcript, from 0.'),
})

export const intelligenceValue = z
  .object({
    id: z.string().describe('ID of the field value.'),
    key: z.string().describe('Key of the field.'),
    title: z.string().describe('Title of the field.'),
    value: anyJson.describe('Text, number, boolean, date (`YYYY-MM-DD`), option, or list of options.'),
    category: z.string().describe('Category of the field.'),
    source: z
      .enum(['ai', 'human', 'rule'])
      .describe('Origin: a person, or the analysis without (`rule`) or with (`ai`) a language model.'),
    confidence: z.number().min(0).max(1).describe('Confidence of the analysis, 0 to 1.'),
    evidence: z.array(intelligenceEvidence).describe('Quotes that support the value.'),
  })
  .meta({ id: 'FieldValue' })
export type IntelligenceValue = z.output<typeof intelligenceValue>

export const intelligenceItem = z
  .object({
    uuid: z.string().describe('ID of the field configuration item.'),
    key: z.string().describe('Key of the field.'),
    title: z.string().describe('Title of the field.'),
    category: z.string().describe('Category of the field.'),
    responseType: z.string().describe('Type of the value.'),
    state: z
      .enum(['open', 'proposed', 'confirmed', 'corrected', 'rejected'])
      .describe('`open`: the analysis found no value. `rejected`: a person rejected the proposed value.'),
    value: intelligenceValue.nullable().describe('Null if there is no value.'),
  })
  .meta({ id: 'IntelligenceItem' })
export type IntelligenceItem = z.output<typeof intelligenceItem>
