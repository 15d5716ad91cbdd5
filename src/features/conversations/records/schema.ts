/** Tables and response schemas of conversations (decisions, section 3). */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { rawJsonSchema } from '../../../core/page.ts'
import { userReference } from '../../../core/user-reference.ts'
import { anyJson } from '../../../core/wire.ts'
import { intelligenceItem, intelligenceValue } from './schema-intelligence.ts'
import { statistics } from './schema-statistics.ts'

declare module '../../../core/db.ts' {
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
      media_hash: Generated<string | null>
      transcript_file_hash: Generated<string | null>
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
  id: z.string().nullable().describe('ID in the importing application. Null if there is none.'),
  email: z.string().nullable().describe('Email address. Null if unknown.'),
  name: z.string().nullable().describe('Name of the participant. Null if unknown.'),
  organizer: z.boolean().describe('Whether the participant organized the meeting.'),
  status: z.string().nullable().describe('Status of the invitation as imported. Null if unknown.'),
})
export type Participant = z.infer<typeof participant>

export const transcriptSegment = z.object({
  speaker: z
    .object({
      id: z.string().optional().describe('ID of the speaker in the source. Missing if there is none.'),
      name: z.string().describe('Name of the speaker. Empty if unknown.'),
      email: z.string().optional().describe('Email address of the speaker. Missing if unknown.'),
      internal: z.boolean().optional().describe('Whether the speaker belongs to the organization. Missing if unknown.'),
    })
    .describe('Speaker of the segment.'),
  start: z
    .number()
    .nullable()
    .describe('Seconds from the start of the recording. Null if the transcript has no times.'),
  end: z.number().nullable().describe('Seconds from the start of the recording. Null if the transcript has no times.'),
  words: z
    .array(
      z.object({
        text: z.string().describe('Word with its punctuation, or the whole text of a segment without word times.'),
        startTimestamp: z.number().nullable().describe('Seconds from the start of the recording. Null if unknown.'),
        endTimestamp: z.number().nullable().describe('Seconds from the start of the recording. Null if unknown.'),
      }),
    )
    .describe('Words of the segment, in order.'),
})

export const scorecardResult = z.object({
  uuid: z.string().describe('ID of the result.'),
  scorecardId: z.string().describe('ID of the scorecard.'),
  title: z.string().describe('Title of the scorecard.'),
  summary: z
    .object({
      averageScore: z.number().describe('Weighted average of the scores, each converted to 0 to 100.'),
      min: z.number().describe('Lowest of the scores, converted to 0 to 100.'),
      max: z.number().describe('Highest of the scores, converted to 0 to 100.'),
      summaryText: z.string().describe('Summary of the result as text. Can be empty.'),
    })
    .describe('Scores of all items together.'),
  items: z
    .array(
      z.object({
        uuid: z.string().describe('ID of the scorecard item.'),
        title: z.string().describe('Title of the scorecard item.'),
        description: z.string().describe('Reason for the score.'),
        numericResult: z
          .object({
            score: z.number().describe('Score of the item, from `min` to `max`.'),
            min: z.number().describe('Lowest score of the scale.'),
            max: z.number().describe('Highest score of the scale.'),
          })
          .describe('Score, and the scale of the item.'),
        evidences: z.array(z.string()).describe('Verbatim quotes from the transcript.'),
        confidence: z.number().min(0).max(1).describe('Confidence of the score, 0 to 1.'),
      }),
    )
    .describe('Scored items of the scorecard.'),
  unscored: z
    .array(
      z.object({
        uuid: z.string().describe('ID of the scorecard item.'),
        title: z.string().describe('Title of the scorecard item.'),
        reason: z
          .enum(['needs_model', 'no_evidence'])
          .describe(
            '`needs_model`: the item requires a language model, and none was available. `no_evidence`: the language ' +
              'model found no supporting quote.',
          ),
      }),
    )
    .optional()
    .describe('Items without an automatic score. The averages exclude them.'),
})
export type ScorecardResult = z.output<typeof scorecardResult>

const document = z.record(z.string(), anyJson)
export const conversationAttributes = z.object({
  uuid: z.string().describe('ID of the conversation.'),
  title: z.string().describe('Title of the conversation.'),
  createdAt: z.string().describe('When the conversation was imported.'),
  updatedAt: z
    .string()
    .describe('When the conversation was last changed, including its labels, links, field values and analysis.'),
  finishedAt: z.string().nullable().describe('When the conversation ended. Null if unknown.'),
  liveStreamStartedAt: z.string().nullable().describe('When the conversation started. Null if unknown.'),
  liveStreamEndedAt: z.string().nullable().describe('When the conversation ended. Null if unknown.'),
  mediaDuration: z
    .number()
    .nullable()
    .describe('Duration in seconds, of the recording or up to the last timed word. Null if unknown.'),
  userUUID: z.string().describe('ID of the user who owns the conversation.'),
  user: userReference.describe('Owner of the conversation.'),
  teamUUID: z.string().nullable().describe('ID of the team. Null if the conversation belongs to no team.'),
  archived: z.boolean().describe('Whether lists and searches omit the conversation.'),
  private: z.boolean().describe('Whether only the owner and admins can see the conversation.'),
  isInternal: z.boolean().describe('Whether all participants belong to the organization.'),
  isEmpty: z.boolean().describe('Whether the conversation contains no speech.'),
  processingStatus: processingStatus.describe('Result of the analysis. `pending`: not yet analyzed.'),
  transcriptStatus: transcriptStatus.describe('`pending`: the transcript has not arrived yet. `none`: there is none.'),
  importStatus: z.string().describe('Status of the import, such as `completed`.'),
  crmExportStatus: z
    .enum(['none', 'pending', 'exported', 'failed'])
    .describe('Status of writing field values to the CRM. `none`: nothing was written.'),
  language: z.string().nullable().describe('Language tag (BCP 47). Null if unknown.'),
  source: z
    .object({
      application: z.string().nullable().describe('Name of the importing application. Null if unknown.'),
      externalId: z.string().nullable().describe('ID in the importing application. Null if there is none.'),
    })
    .describe('Origin of the conversation.'),
  mediaURL: z.string().nullable().describe('URL of an external recording. Null if there is none.'),
  externalOpportunity: z
    .object({
      uuid: z.string().describe('ID of the opportunity in Parley.'),
      title: z.string().describe('Title of the opportunity.'),
    })
    .nullable()
    .describe('Opportunity of the conversation. Null if there is none.'),
  dealUUID: z
    .string()
    .nullable()
    .describe('ID of the opportunity, as in `externalOpportunity`. Null if there is none.'),
  linkedCrmRecords: rawJsonSchema(
    z
      .array(
        z.object({
          id: z.string().describe('ID of the record in the CRM.'),
          code: z.string().describe('Type of the record, as the CRM names it.'),
        }),
      )
      .describe('Linked CRM records in link order: entity code, and ID in the CRM.'),
  ),
  participants: rawJsonSchema(z.array(participant).describe('Participants who do not belong to the organization.')),
  labels: rawJsonSchema(z.record(z.string(), z.string()).describe('Label options by category.')),
  scorecardResults: rawJsonSchema(z.array(scorecardResult).describe('Results of the scorecards.')),
  summary: z.string().nullable().describe('Summary as text. Null if there is none.'),
  statistics: rawJsonSchema(
    statistics.nullable().describe('Speech statistics. Null before the analysis, and if nobody spoke.'),
  ),
  transcript: z
    .union([z.string(), rawJsonSchema(z.array(transcriptSegment))])
    .nullable()
    .describe(
      'Text with a line `Speaker: text` per turn, or with `detailedTranscript` a list of segments. Null if there is none.',
    ),
  transcriptVersion: z.int().nullable().describe('Number of the current transcript version. Null if there is none.'),
  extractedIntelligence: rawJsonSchema(
    z.record(z.string(), intelligenceValue).describe("Field values by key that weren't rejected."),
  ).optional(),
  confirmedExtractedIntelligence: rawJsonSchema(
    z.record(z.string(), intelligenceValue).describe('Field values by key that a person confirmed or corrected.'),
  ).optional(),
  internalParticipants: rawJsonSchema(
    z.array(participant).describe('Participants who belong to the organization.'),
  ).optional(),
  meetingPlatformMetadata: rawJsonSchema(
    document.nullable().describe('Metadata of the meeting platform as imported. Null if there is none.'),
  ).optional(),
  importMetadata: rawJsonSchema(document.nullable())
    .optional()
    .describe('Metadata of the import: transcript format, options, and data of the application.'),
  crmRecords: rawJsonSchema(
    z
      .array(
        z.object({
          id: z.string().describe('ID of the record in the CRM.'),
          code: z.string().describe('Type of the record, as the CRM names it.'),
          fields: document.describe('Fields of the record, by name.'),
        }),
      )
      .describe('Stored CRM records that are linked, with all fields.'),
  ).optional(),
  intelligenceItems: rawJsonSchema(
    z.array(intelligenceItem).describe('Applicable fields with their state and value.'),
  ).optional(),
})

export const conversationElement = z
  .object({
    type: z.literal('conversations'),
    id: z.string().describe('ID of the conversation.'),
    links: z
      .object({ self: z.string().describe('URL of the conversation in the API.') })
      .describe('Link to the conversation.'),
    attributes: conversationAttributes.describe('Data of the conversation.'),
  })
  .meta({ id: 'Conversation' })
export type ConversationElement = z.input<typeof conversationElement>
