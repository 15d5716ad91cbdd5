/** Tables of insights, and their response schemas (decisions, section 2.1). */
import { z } from 'zod'

declare module '../../../core/db.ts' {
  interface Tables {
    gi_insights: {
      organization_id: string
      id: string
      user_id: string
      title: string
      created_at: Instant
      updated_at: Instant
    }
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
  type: z
    .enum(['CONVERSATION', 'KB_SOURCE'])
    .describe('Kind of the source: a conversation or a source of the knowledge base.'),
  id: z.string().describe('ID of the conversation or knowledge source.'),
  title: z.string().describe('Current title of the conversation or knowledge source.'),
  quote: z.string().describe('Verbatim text of the source.'),
  start: z
    .number()
    .nullable()
    .describe('Start of the quote in seconds. Null for knowledge sources and transcripts without times.'),
  end: z
    .number()
    .nullable()
    .describe('End of the quote in seconds. Null for knowledge sources and transcripts without times.'),
})
export type InsightItem = z.output<typeof item>

export const insight = z
  .object({
    uuid: z.string().describe('ID of the insight.'),
    title: z.string().describe('Title of the insight.'),
    createdAt: z.string().describe('Time of creation, ISO 8601.'),
    updatedAt: z
      .string()
      .describe(
        'Time of creation, or at which the last result was finished. ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.',
      ),
    results: z
      .array(
        z.object({
          uuid: z.string().describe('ID of the result.'),
          synthesis: z
            .string()
            .optional()
            .describe(
              'Answer with citations `[1]`, `[2]`, numbered by `items`. Omitted with `withoutEnhancingResults`.',
            ),
          prompt: z.string().describe('Question that the result answers.'),
          status: resultStatus.describe('`PENDING` until the answer is written, then `FINISHED` or `FAILED`.'),
          type: z.literal('TEXT_WITH_SOURCES').describe('Format of the result: a text with citations.'),
          items: z
            .array(item)
            .optional()
            .describe(
              'Cited sources that you can access, in order of their numbers. Omitted with `withoutEnhancingResults`.',
            ),
          conversationsUsed: z
            .array(z.string())
            .describe('IDs of the conversations that the answer uses and that you can access.'),
          emailsUsed: z.array(z.string()).describe('IDs of the emails that the answer uses. Empty if it is withheld.'),
          result: z
            .string()
            .describe(
              'Stored answer. Its citations are numbered by all sources, including those you can no longer access.',
            ),
          withheld: z
            .boolean()
            .describe("Whether the text is empty because it uses a conversation that you can't access."),
          notice: z.string().nullable().describe('Explanation of omissions or failures. Null if there are none.'),
        }),
      )
      .describe('One result per question, in the order of the request.'),
  })
  .meta({ id: 'Insight' })
export type Insight = z.output<typeof insight>
