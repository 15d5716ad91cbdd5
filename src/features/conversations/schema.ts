/** Tables of conversations, and what an answer says of one (decisions, section 3). */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { rawJsonOf } from '../../core/page.ts'
import { anyJson } from '../../core/wire.ts'
import { intelligenceItem, intelligenceValue } from './schema-intelligence.ts'
import { statistics } from './schema-statistics.ts'

declare module '../../core/db.ts' {
  interface Tables {
    conversations: {
      organization_id: string
      id: string
      title: string
      title_folded: string
      created_at: Instant
      updated_at: Instant
      live_started_at: NullableInstant
      live_ended_at: NullableInstant
      started_at: Generated<string>
      media_duration: number | null
      owner_id: string
      team_id: string | null
      archived: Generated<boolean>
      private: boolean
      is_internal: boolean
      is_empty: boolean
      processing_status: Generated<ProcessingStatus>
      transcript_status: TranscriptStatus
      transcript_version: number | null
      has_transcript: Generated<boolean>
      import_status: Generated<string>
      crm_export_status: Generated<string>
      language: string | null
      application: string | null
      external_id: string | null
      opportunity_id: string | null
      media_url: string | null
    }
    conversation_details: {
      organization_id: string
      conversation_id: string
      participants: string
      internal_participants: string
      labels: string
      summary: string | null
      summary_version: number | null
      meeting_platform_metadata: string | null
      import_metadata: string | null
      internal_talk_share: Generated<number | null>
      internal_questions: Generated<number | null>
      internal_monologue: Generated<number | null>
    }
    conversation_label_choices: {
      organization_id: string
      conversation_id: string
      category: string
      option: string | null
      source: 'ai' | 'rule' | 'human'
      label_id: string | null
      option_id: string | null
      confidence: number
      evidence: string
      transcript_version: number | null
      model: string | null
      decided_by: string | null
      decided_at: Instant
    }
    conversation_labels: { organization_id: string; category: string; option: string; conversation_id: string }
    conversation_participants: { organization_id: string; email: string; conversation_id: string }
    conversation_crm_links: {
      organization_id: string
      conversation_id: string
      position: number
      code: string
      record_id: string
    }
    transcripts: {
      organization_id: string
      conversation_id: string
      version: number
      form: 'V1' | 'V2'
      source_format: string
      segments: string
      plain: string
      segment_count: number
      word_count: number
      created_by: string | null
      created_at: Instant
    }
  }
}

export const processingStatus = z.enum(['pending', 'analyzed', 'failed'])
export type ProcessingStatus = z.infer<typeof processingStatus>
export const transcriptStatus = z.enum(['pending', 'completed', 'none'])
export type TranscriptStatus = z.infer<typeof transcriptStatus>

export const participant = z.object({
  id: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  organizer: z.boolean(),
  status: z.string().nullable(),
})
export type Participant = z.infer<typeof participant>

export const transcriptSegment = z.object({
  speaker: z.object({
    id: z.string().optional(),
    name: z.string(),
    email: z.string().optional(),
    internal: z.boolean().optional(),
  }),
  start: z.number().nullable().describe('Seconds from the start of the recording; null when the source has none.'),
  end: z.number().nullable(),
  words: z.array(
    z.object({
      text: z.string(),
      startTimestamp: z.number().nullable(),
      endTimestamp: z.number().nullable(),
    }),
  ),
})

export const scorecardResult = z.object({
  uuid: z.string(),
  scorecardId: z.string(),
  title: z.string(),
  summary: z.object({
    averageScore: z.number().describe('0 to 100: where each score lies on its scale, averaged by weight.'),
    min: z.number().describe('The lowest of the scores, 0 to 100.'),
    max: z.number().describe('The highest of the scores, 0 to 100.'),
    summaryText: z.string(),
  }),
  items: z.array(
    z.object({
      uuid: z.string().describe('The item of the scorecard.'),
      title: z.string(),
      description: z.string().describe('Why this score was given.'),
      numericResult: z.object({ score: z.number(), min: z.number(), max: z.number() }),
      evidences: z.array(z.string()).describe('Verbatim from the transcript.'),
      confidence: z.number().min(0).max(1),
    }),
  ),
  unscored: z
    .array(
      z.object({
        uuid: z.string().describe('The item of the scorecard.'),
        title: z.string(),
        reason: z
          .enum(['needs_model', 'no_evidence'])
          .describe(
            '`needs_model`: rules cannot judge it, and no language model was there. `no_evidence`: the language model ' +
              'named no words of the transcript for it.',
          ),
      }),
    )
    .optional()
    .describe('Items that the program left open. They do not count.'),
})
export type ScorecardResult = z.output<typeof scorecardResult>

const document = z.record(z.string(), anyJson)
const person = z.object({ uuid: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() })

export const conversationAttributes = z.object({
  uuid: z.string(),
  title: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable().describe('When the conversation ended, when that is known.'),
  liveStreamStartedAt: z.string().nullable(),
  liveStreamEndedAt: z.string().nullable(),
  mediaDuration: z.number().nullable().describe('Seconds; without a told length, up to the end of the last word.'),
  userUUID: z.string(),
  user: person,
  teamUUID: z.string().nullable(),
  archived: z.boolean(),
  private: z.boolean(),
  isInternal: z.boolean(),
  isEmpty: z.boolean(),
  processingStatus,
  transcriptStatus,
  importStatus: z.string(),
  crmExportStatus: z.enum(['none', 'pending', 'exported', 'failed']),
  language: z.string().nullable(),
  source: z.object({ application: z.string().nullable(), externalId: z.string().nullable() }),
  mediaURL: z.string().nullable(),
  externalOpportunity: z.object({ uuid: z.string(), title: z.string() }).nullable(),
  dealUUID: z.string().nullable(),
  linkedCrmRecords: rawJsonOf(z.array(z.object({ id: z.string(), code: z.string() }))),
  participants: rawJsonOf(z.array(participant)).describe('The outside people.'),
  labels: rawJsonOf(z.record(z.string(), z.string())),
  scorecardResults: rawJsonOf(z.array(scorecardResult)),
  summary: z.string().nullable(),
  statistics: rawJsonOf(statistics.nullable()).describe('How people spoke; null until it was found out.'),
  transcript: z
    .union([z.string(), rawJsonOf(z.array(transcriptSegment))])
    .nullable()
    .describe(
      'A line `Speaker: text` a turn; with detailedTranscript an array of segments. Null without a transcript.',
    ),
  transcriptVersion: z.int().nullable(),
  extractedIntelligence: rawJsonOf(z.record(z.string(), intelligenceValue)).optional(),
  confirmedExtractedIntelligence: rawJsonOf(z.record(z.string(), intelligenceValue)).optional(),
  internalParticipants: rawJsonOf(z.array(participant)).optional(),
  meetingPlatformMetadata: rawJsonOf(document.nullable()).optional(),
  importMetadata: rawJsonOf(document.nullable()).optional(),
  crmRecords: rawJsonOf(z.array(z.object({ id: z.string(), code: z.string(), fields: document }))).optional(),
  intelligenceItems: rawJsonOf(z.array(intelligenceItem)).optional(),
})

export const conversationElement = z
  .object({
    type: z.literal('conversations'),
    id: z.string(),
    links: z.object({ self: z.string() }),
    attributes: conversationAttributes,
  })
  .meta({ id: 'Conversation' })
export type ConversationElement = z.input<typeof conversationElement>
