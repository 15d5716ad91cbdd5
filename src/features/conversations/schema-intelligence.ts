/** What answers say of the values that fields found in a conversation (decisions, section 3). */
import { z } from 'zod'
import { anyJson } from '../../core/wire.ts'

export const intelligenceEvidence = z.object({
  quote: z.string().describe('Verbatim from the segment.'),
  speaker: z.string().describe('Empty when the source names nobody.'),
  start: z.number().nullable().describe('Seconds, of the segment; null when the source has no times.'),
  end: z.number().nullable(),
  segment: z.int().describe('Position in the transcript, from 0.'),
})

export const intelligenceValue = z
  .object({
    id: z.string(),
    key: z.string().describe('Of the field.'),
    title: z.string(),
    value: anyJson.describe('Text, a number, true or false, a day (`YYYY-MM-DD`), an option, or a list of options.'),
    category: z.string(),
    source: z
      .enum(['ai', 'human', 'rule'])
      .describe('`rule` and `ai`: found by the analysis, without and with a language model.'),
    confidence: z.number().min(0).max(1),
    evidence: z.array(intelligenceEvidence),
  })
  .meta({ id: 'FieldValue' })
export type IntelligenceValue = z.output<typeof intelligenceValue>

export const intelligenceItem = z
  .object({
    uuid: z.string().describe('The item of a field configuration.'),
    key: z.string(),
    title: z.string(),
    category: z.string(),
    responseType: z.string(),
    state: z
      .enum(['open', 'proposed', 'confirmed', 'corrected', 'rejected'])
      .describe('`open`: nothing was found. `rejected`: what was found, a person said was none.'),
    value: intelligenceValue.nullable(),
  })
  .meta({ id: 'IntelligenceItem' })
export type IntelligenceItem = z.output<typeof intelligenceItem>
