/** What answers say of a choice. */
import { z } from 'zod'

export const labelChoice = z
  .object({
    category: z.string().describe('Name of the label.'),
    option: z.string().nullable().describe('Null: a person took the label away.'),
    labelUUID: z.string().nullable().describe('What the analysis chose from; it may be gone by now.'),
    optionUUID: z.string().nullable(),
    source: z.enum(['ai', 'rule', 'human']),
    confidence: z.number().min(0).max(1),
    evidence: z.array(
      z.object({
        quote: z.string().describe('Verbatim from the segment.'),
        speaker: z.string().describe('Empty when the transcript names nobody.'),
        start: z.number().nullable().describe('Seconds from the start of the recording.'),
        end: z.number().nullable(),
        segment: z.int().describe('Position in the transcript, from 0.'),
      }),
    ),
    transcriptVersion: z.int().nullable().describe('Of the transcript that the evidence is from.'),
    model: z.string().nullable().describe('The language model that chose.'),
    decidedBy: z.string().nullable().describe('The user, when one decided.'),
    decidedAt: z.string().nullable().describe('Null for what came with the import.'),
  })
  .meta({ id: 'LabelChoice' })
export type ToldChoice = z.output<typeof labelChoice>
