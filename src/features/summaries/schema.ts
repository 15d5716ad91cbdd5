/** The table of summaries, and what answers say of one. */
import { z } from 'zod'

declare module '../../core/db.ts' {
  interface Tables {
    conversation_summaries: {
      organization_id: string
      conversation_id: string
      transcript_version: number
      method: Method
      model: string | null
      model_fault: Fault | null
      content: string
      made_at: Instant
      pending: boolean
    }
  }
}

const method = z.enum(['extractive', 'model'])
export type Method = z.output<typeof method>
const fault = z.enum(['unavailable', 'refused', 'wrong'])
export type Fault = z.output<typeof fault>

const SECONDS = 'Seconds from the start of the recording; null when the transcript has no times.'

const spans = z
  .array(
    z.object({
      segment: z.int().describe('Position in the transcript, from 0.'),
      speaker: z.string().describe('Empty when the transcript names nobody.'),
      start: z.number().nullable().describe(SECONDS),
      end: z.number().nullable(),
      quote: z.string().describe('Verbatim from the segment.'),
    }),
  )
  .min(1)
  .describe('What it stands on.')
const line = z.object({ text: z.string(), spans })

export const content = z.object({
  headline: line.nullable().describe('Null when no word was spoken.'),
  paragraphs: z.array(line),
  decisions: z.array(line),
  actionItems: z.array(
    line.extend({
      owner: z
        .object({ name: z.string(), email: z.string().nullable() })
        .nullable()
        .describe('Who is to do it; null when nobody said so.'),
      due: z.string().nullable().describe('When, in the words that were said.'),
      dueDate: z.iso
        .date()
        .nullable()
        .describe('The day these words name, when they name just one and the start of the conversation is known.'),
    }),
  ),
  openQuestions: z.array(line),
  chapters: z.array(
    z.object({
      title: z.string(),
      firstSegment: z.int(),
      lastSegment: z.int(),
      start: z.number().nullable().describe(SECONDS),
      end: z.number().nullable(),
      spans,
    }),
  ),
})

export const summary = content
  .extend({
    conversationUUID: z.string(),
    transcriptVersion: z.int().nullable().describe('Of the transcript it is made of; null when there is none.'),
    method: method.describe('`extractive`: of sentences that were said. `model`: by a language model.'),
    model: z.string().nullable().describe('The language model that made it.'),
    modelFault: fault
      .nullable()
      .describe('Why the language model that was asked made none: it may later, it will not, or it was of no use.'),
    pending: z.boolean().describe('Another one is being made by the language model.'),
    createdAt: z.string().nullable(),
  })
  .meta({ id: 'ConversationSummary' })
export type Summary = z.output<typeof summary>
