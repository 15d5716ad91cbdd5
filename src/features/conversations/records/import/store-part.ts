/** Stores lines of a conversation as a new conversation. */
import type { Writer } from '../../../../core/db.ts'
import type { Context } from '../../../../core/operation.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { announce } from '../../../platform/webhooks/index.ts'
import { indexConversation } from '../../../text/passages/index.ts'
import type { SpanFinder } from '../../../text/redaction/index.ts'
import type { TranscriptDocument } from '../../../text/transcripts/index.ts'
import { fold, type Participants } from '../model.ts'
import { insertConversation } from '../queries.ts'
import { nameRedaction } from '../transcript/audited-redaction.ts'
import { storable } from './parse-import.ts'

export interface ConversationPart {
  readonly id: string
  readonly title: string
  /** Conversation that the lines are from. The new one gets its access, labels and links. */
  readonly source: {
    readonly owner_id: string
    readonly team_id: string | null
    readonly private: boolean
    readonly archived: boolean
    readonly language: string | null
    readonly opportunity_id: string | null
    readonly labels: Readonly<Record<string, string>>
    readonly links: readonly { readonly code: string; readonly id: string }[]
  }
  readonly startedAt: Date | null
  readonly endedAt: string | null
  readonly participants: Participants
  readonly document: TranscriptDocument
}

export async function storePart(
  tx: Writer,
  ctx: Context,
  find: SpanFinder | undefined,
  { id, title, source, startedAt, endedAt, participants, document }: ConversationPart,
): Promise<void> {
  const { transcript, passages, isEmpty, lastEnd } = storable(document, find)
  await insertConversation(tx, ctx.org, {
    id,
    title,
    titleFolded: fold(title),
    at: ctx.clock.now(),
    liveStartedAt: startedAt,
    liveEndedAt: startedAt === null || endedAt === null ? null : new Date(endedAt),
    mediaDuration: lastEnd,
    ownerId: source.owner_id,
    teamId: source.team_id,
    archived: source.archived,
    private: source.private,
    isEmpty,
    transcriptStatus: 'completed',
    language: source.language,
    application: null,
    externalId: null,
    opportunityId: source.opportunity_id,
    mediaUrl: null,
    mediaHash: null,
    transcriptFileHash: null,
    participants,
    labels: source.labels,
    summary: null,
    meetingPlatformMetadata: null,
    importMetadata: null,
    crmLinks: source.links,
    transcript,
  })
  await indexConversation(ctx, tx, id, passages)
  await requestAnalysis(tx, ctx, [id])
  await announce(tx, ctx, {
    type: 'conversation.imported',
    data: {
      conversation_id: id,
      application: null,
      external_id: null,
      owner_user_id: source.owner_id,
      team_id: source.team_id,
    },
  })
  nameRedaction(ctx, id, transcript.redaction?.counts)
}
