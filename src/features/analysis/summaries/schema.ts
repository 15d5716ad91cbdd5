/** Table of summaries, and the response schema. */
import { z } from 'zod'

declare module '../../../core/db.ts' {
  interface Tables {
    conversation_summaries: {
      organization_id: string
      conversation_id: string
      transcript_version: number
      method: SummaryMethod
      model: string | null
      model_fault: Fault | null
      content: string
      made_at: Instant
      pending: boolean
    }
  }
}

const method = z.enum(['extractive', 'model'])
export type SummaryMethod = z.output<typeof method>
const fault = z.enum(['unavailable', 'refused', 'wrong'])
export type Fault = z.output<typeof fault>

const SECONDS = 'Seconds from the start of the recording; null if the transcript has no times.'

const spans = z
  .array(
    z.object({
      segment: z.int().describe('Position of the segment in the transcript, from 0.'),
      speaker: z.string().describe('Name of the speaker; empty if unknown.'),
      start: z.number().nullable().describe(`Start of the segment. ${SECONDS}`),
      end: z.number().nullable().describe(`End of the segment. ${SECONDS}`),
      quote: z.string().describe('Quote from the segment, verbatim.'),
    }),
  )
  .min(1)
  .describe('Quotes that support the line.')
const line = z.object({ text: z.string().describe('Text of the line.'), spans })

export const content = z.object({
  headline: line.nullable().describe('Headline; null if the transcript has no words.'),
  paragraphs: z.array(line).describe('Paragraphs in transcript order.'),
  decisions: z.array(line).describe('Decisions of the participants.'),
  actionItems: z
    .array(
      line.extend({
        owner: z
          .object({
            name: z.string().describe('Name of the person.'),
            email: z.string().nullable().describe('Email address; null if unknown.'),
          })
          .nullable()
          .describe('Person responsible for the task; null if nobody was named.'),
        due: z.string().nullable().describe('Due date in the words of the conversation; null if none was named.'),
        dueDate: z.iso
          .date()
          .nullable()
          .describe(
            'Due date as YYYY-MM-DD; null if the words do not name exactly one day, or if the start of the conversation is unknown.',
          ),
      }),
    )
    .describe('Tasks that participants agreed to.'),
  openQuestions: z.array(line).describe('Questions that were not answered.'),
  chapters: z
    .array(
      z.object({
        title: z.string().describe('Title of the chapter.'),
        firstSegment: z.int().describe('Position of the first segment, from 0.'),
        lastSegment: z.int().describe('Position of the last segment, from 0; inclusive.'),
        start: z.number().nullable().describe(`Start of the chapter. ${SECONDS}`),
        end: z.number().nullable().describe(`End of the chapter. ${SECONDS}`),
        spans,
      }),
    )
    .describe('Parts of the conversation with one subject, in transcript order.'),
})

export const summary = content
  .extend({
    conversationUUID: z.string().describe('ID of the conversation.'),
    transcriptVersion: z
      .int()
      .nullable()
      .describe('Version of the summarized transcript; null if there is no transcript.'),
    method: method.describe(
      '`extractive`: consists of sentences from the transcript. `model`: written by a language model.',
    ),
    model: z.string().nullable().describe('Name of the language model; null for an extractive summary.'),
    modelFault: fault
      .nullable()
      .describe(
        'Why the language model created no summary. `unavailable`: it may work later. `refused`: it rejects the request. `wrong`: its output was not usable. Null if it did not fail or was not used.',
      ),
    pending: z.boolean().describe('Whether the language model is generating a new summary.'),
    createdAt: z.string().nullable().describe('Time of creation, ISO 8601; null if there is no transcript.'),
  })
  .meta({ id: 'ConversationSummary' })
export type Summary = z.output<typeof summary>
