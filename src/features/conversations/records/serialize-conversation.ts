/** Converts rows to API records page by page, in constant memory. */
import type { Reader } from '../../../core/db.ts'
import { RawJson } from '../../../core/json.ts'
import type { Wire } from '../../../core/operation.ts'
import { Rows } from '../../../core/page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Flags } from './list/filters.ts'
import { type ConversationRow, selectTranscripts } from './list/queries-list.ts'
import type { ConversationElement } from './schema.ts'

/** Maximum size in bytes of transcripts loaded together. A larger transcript is loaded alone. */
const BATCH_BYTES = 4 * 1024 * 1024

const NULL = new RawJson('null')
const raw = (text: string | null | undefined) => (text === null || text === undefined ? NULL : new RawJson(text))

/** @param transcript in the requested format */
export function serializeConversation(
  row: ConversationRow,
  flags: Flags,
  transcript: string | null,
): ConversationElement {
  return {
    type: 'conversations',
    id: row.id,
    links: { self: `/conversations/${row.id}` },
    attributes: {
      uuid: row.id,
      title: row.title,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      finishedAt: row.live_ended_at,
      liveStreamStartedAt: row.live_started_at,
      liveStreamEndedAt: row.live_ended_at,
      mediaDuration: row.media_duration,
      userUUID: row.owner_id,
      user: {
        uuid: row.owner_id,
        email: row.owner_email,
        firstName: row.owner_first_name,
        lastName: row.owner_last_name,
      },
      teamUUID: row.team_id,
      archived: row.archived,
      private: row.private,
      isInternal: row.is_internal,
      isEmpty: row.is_empty,
      processingStatus: row.processing_status,
      transcriptStatus: row.transcript_status,
      importStatus: row.import_status,
      crmExportStatus: row.crm_export_status,
      language: row.language,
      source: { application: row.application, externalId: row.external_id },
      mediaURL: row.media_url,
      externalOpportunity:
        row.opportunity_id === null ? null : { uuid: row.opportunity_id, title: row.opportunity_title ?? '' },
      dealUUID: row.opportunity_id,
      linkedCrmRecords: raw(row.linked_crm_records),
      participants: raw(row.participants),
      labels: raw(row.labels),
      scorecardResults: raw(row.scorecard_results),
      summary: row.summary,
      statistics: raw(row.statistics),
      transcript: transcript === null ? null : flags.detailedTranscript ? new RawJson(transcript) : transcript,
      transcriptVersion: row.transcript_version,
      ...(flags.extractedIntelligence
        ? {
            extractedIntelligence: raw(row.extracted_intelligence),
            confirmedExtractedIntelligence: raw(row.confirmed_extracted_intelligence),
          }
        : {}),
      ...(flags.internalParticipants ? { internalParticipants: raw(row.internal_participants) } : {}),
      ...(flags.meetingPlatformMetadata ? { meetingPlatformMetadata: raw(row.meeting_platform_metadata) } : {}),
      ...(flags.importMetadata ? { importMetadata: raw(row.import_metadata) } : {}),
      ...(flags.crmRecords ? { crmRecords: raw(row.crm_records) } : {}),
      ...(flags.intelligenceItems ? { intelligenceItems: raw(row.intelligence_items) } : {}),
    },
  }
}

/** Returns the records of a page in order. Transcripts that aren't part of the rows are loaded when needed. */
export function serializeConversations(
  db: Reader,
  org: OrganizationId,
  rows: readonly ConversationRow[],
  flags: Flags,
): Rows<ConversationElement> {
  return new Rows(inBatches(db, org, rows, flags))
}

async function* inBatches(
  db: Reader,
  org: OrganizationId,
  rows: readonly ConversationRow[],
  flags: Flags,
): AsyncGenerator<ConversationElement[]> {
  for (const batch of batches(rows)) {
    const missing = batch.filter(isMissing).map((row) => row.id)
    const form = flags.detailedTranscript ? 'segments' : 'plain'
    const fetched = missing.length === 0 ? new Map<string, string>() : await selectTranscripts(db, org, missing, form)
    yield batch.map((row) => serializeConversation(row, flags, row.transcript ?? fetched.get(row.id) ?? null))
  }
}

const isMissing = (row: ConversationRow) => row.transcript === null && row.transcript_bytes !== null

function* batches(rows: readonly ConversationRow[]): Generator<ConversationRow[]> {
  let batch: ConversationRow[] = []
  let bytes = 0
  for (const row of rows) {
    const more = isMissing(row) ? (row.transcript_bytes ?? 0) : 0
    if (batch.length > 0 && bytes + more > BATCH_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += more
  }
  if (batch.length > 0) yield batch
}

/** Adds the base URL of the request. Until then, links are relative. */
export function withAddress(element: ConversationElement, wire: Wire): ConversationElement {
  return { ...element, links: { self: wire.baseUrl + element.links.self } }
}

export function withAddresses(rows: Rows<ConversationElement>, wire: Wire): Rows<ConversationElement> {
  return new Rows(
    (async function* () {
      for await (const batch of rows.batches) yield batch.map((element) => withAddress(element, wire))
    })(),
  )
}
