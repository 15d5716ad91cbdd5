/** Tables of insights, and what answers say of one (decisions, section 2.1). */
import { z } from 'zod'

declare module '../../core/db.ts' {
  interface Tables {
    gi_insights: { organization_id: string; id: string; user_id: string; title: string; created_at: Instant }
    gi_results: {
      organization_id: string
      id: string
      insight_id: string
      position: number
      prompt: string
      type: 'TEXT_WITH_SOURCES'
      status: ResultStatus
      result: string
      item_count: number
      emails_used: string
      notice: string | null
    }
    gi_result_conversations: { organization_id: string; result_id: string; conversation_id: string }
    gi_items: {
      organization_id: string
      result_id: string
      position: number
      conversation_id: string | null
      transcript_version: number | null
      segment: number | null
      first_word: number | null
      last_word: number | null
      knowledge_source_id: string | null
      quote: string | null
    }
  }
}

const resultStatus = z.enum(['PENDING', 'FINISHED', 'FAILED'])
export type ResultStatus = z.infer<typeof resultStatus>

const item = z.object({
  type: z.enum(['CONVERSATION', 'KB_SOURCE']),
  id: z.string(),
  title: z.string(),
  quote: z.string().describe('Verbatim.'),
  start: z.number().nullable().describe('Seconds into the conversation; null when its transcript has no times.'),
  end: z.number().nullable(),
})
export type Item = z.output<typeof item>

export const insight = z
  .object({
    uuid: z.string(),
    title: z.string(),
    createdAt: z.string(),
    results: z.array(
      z.object({
        uuid: z.string(),
        synthesis: z
          .string()
          .optional()
          .describe('The result with its marks of sources, `[1]` …, counted through those that items tell.'),
        prompt: z.string(),
        status: resultStatus,
        type: z.literal('TEXT_WITH_SOURCES'),
        items: z.array(item).optional(),
        conversationsUsed: z.array(z.string()),
        emailsUsed: z.array(z.string()),
        result: z.string().describe('As it was written; its marks count the items as they were then.'),
        withheld: z
          .boolean()
          .describe('A conversation it was made of is hidden from the caller by now, and so its text is empty.'),
        notice: z.string().nullable().describe('What was left out or could not be done, in words.'),
      }),
    ),
  })
  .meta({ id: 'Insight' })
export type Insight = z.output<typeof insight>
