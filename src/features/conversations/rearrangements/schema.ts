/** Table and response schemas of rearrangements. */
import { z } from 'zod'

export interface Rearrangement {
  readonly id: string
  readonly kind: 'merge' | 'split'
  readonly conversation_id: string
  readonly other_id: string
  readonly version_before: number
  readonly version_after: number
  readonly duration_before: number | null
  readonly ended_before: string | null
  readonly opportunity_before: string | null
  readonly other_was_archived: boolean
  readonly outside_before: number
  readonly outside_after: number
  readonly inside_before: number
  readonly inside_after: number
  readonly added_links: readonly number[]
  readonly added_labels: readonly string[]
  readonly undone_at: string | null
}

declare module '../../../core/db.ts' {
  interface Tables {
    conversation_rearrangements: Rearrangement & {
      readonly organization_id: string
      readonly created_by: string | null
      readonly created_at: Instant
      readonly undone_by: string | null
    }
  }
}

const stays = z
  .object({
    comments: z.int().describe('Number of comments that the caller can see.'),
    clips: z.int().describe('Number of clips of the conversation, public and internal.'),
    coachingAssignments: z.int().describe('Number of coaching assignments.'),
    tasks: z.int().describe('Number of tasks, including closed ones.'),
    scorecardResults: z.int().describe('Number of scorecard results by people.'),
    fieldValues: z.int().describe('Number of field values that people confirmed or corrected.'),
    recording: z.boolean().describe('Whether there is a recording.'),
  })
  .describe('Data that stays with that conversation, because it belongs to its words or its recording.')

const base = {
  uuid: z.string().nullable().describe('ID of the merge or split, for the undo. Null in a preview.'),
  transcriptVersion: z.int().describe('Version of the transcript that the request adds to the conversation.'),
  segments: z.int().describe('Number of lines of the conversation afterwards.'),
}

export const mergeResult = z
  .object({
    ...base,
    otherUUID: z.string().describe('ID of the conversation that is merged and archived.'),
    otherSegments: z.int().describe('Number of lines that are added.'),
    offsetSeconds: z
      .number()
      .nullable()
      .describe('Seconds that are added to the times of the added lines. Null if they have no times.'),
    renamedSpeakers: z
      .array(
        z.object({
          from: z.string().describe('Name of the speaker before the merge.'),
          to: z.string().describe('Name of the speaker after the merge.'),
        }),
      )
      .describe(
        'Speakers such as `Speaker 1` of the added lines that get another number, because both calls have one.',
      ),
    addedParticipants: z.int().describe('Number of participants that are added.'),
    addedLabels: z.array(z.string()).describe('Categories of the labels that are added.'),
    addedCrmLinks: z.int().describe('Number of linked CRM records that are added.'),
    setsOpportunity: z.boolean().describe('Whether the opportunity of the other conversation is added.'),
    staysWithOther: stays,
  })
  .meta({ id: 'ConversationMerge' })
export type MergeResult = z.output<typeof mergeResult>

export const splitResult = z
  .object({
    ...base,
    otherUUID: z.string().nullable().describe('ID of the new conversation with the later lines. Null in a preview.'),
    otherTitle: z.string().describe('Title of the new conversation.'),
    otherSegments: z.int().describe('Number of lines of the new conversation.'),
    splitSeconds: z
      .number()
      .nullable()
      .describe('Time in the recording at which the new conversation starts. Null without times.'),
    otherStartedAt: z.string().nullable().describe('Start of the new conversation, ISO 8601. Null if unknown.'),
    stays,
  })
  .meta({ id: 'ConversationSplit' })
export type SplitResult = z.output<typeof splitResult>

export const serializedRearrangement = z
  .object({
    uuid: z.string().describe('ID of the merge or split.'),
    kind: z.enum(['merge', 'split']).describe('Kind of the change: a merge of two conversations, or a split.'),
    conversationUUID: z.string().describe('ID of the conversation that was merged into, or split.'),
    conversationTitle: z.string().describe('Current title of the conversation.'),
    otherUUID: z.string().describe('ID of the conversation that was merged and archived, or created by the split.'),
    otherTitle: z.string().describe('Current title of the other conversation.'),
    transcriptVersion: z.int().describe('Version of the transcript that was added.'),
    createdAt: z.string().describe('Time of the change, ISO 8601.'),
    undoneAt: z.string().nullable().describe('Time of the undo, ISO 8601. Null if it is in effect.'),
  })
  .meta({ id: 'ConversationRearrangement' })
export type SerializedRearrangement = z.output<typeof serializedRearrangement>

export const previewField = () =>
  z
    .boolean()
    .default(false)
    .describe('Set to true to get the result without a change. Defaults to false. Example: `true`.')
