/** Writes a conversation as a file, for one export and for the export of all conversations. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { conflict, notFound } from '../../../../core/errors.ts'
import { type Context, FileAnswer, StoredAnswer } from '../../../../core/operation.ts'
import { toVisibility } from '../../../../core/principal.ts'
import {
  EXPORT_FORMS,
  type ExportForm,
  type TranscriptConversation,
  toSegmentsInput,
} from '../../../text/transcripts/index.ts'
import { DOCX_TYPE } from '../documents/docx.ts'
import { PDF_TYPE } from '../documents/pdf.ts'
import { parseFlags } from '../list/filters.ts'
import { selectConversation } from '../list/queries-list.ts'
import { selectCurrentTranscript } from '../queries.ts'
import type { Participant } from '../schema.ts'
import { type WrittenFile, writeTask } from './write-file.ts'

const CONTENT_TYPES: Record<ExportForm, string> = {
  vcon: 'application/vcon+json; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Documents, which are binary files. */
const DOCUMENT_TYPES = { docx: DOCX_TYPE, pdf: PDF_TYPE } as const
type DocumentForm = keyof typeof DOCUMENT_TYPES

export const EXPORT_FORMATS = [...EXPORT_FORMS, 'docx', 'pdf'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Media types of all formats. */
export const EXPORT_TYPES: readonly string[] = [...Object.values(CONTENT_TYPES), ...Object.values(DOCUMENT_TYPES)]

/** @throws AppError `conversation_not_found`, `export_impossible` */
export async function writeExport(
  ctx: Pick<Context, 'db' | 'org' | 'principal' | 'requestWorkers' | 'signal'>,
  id: string,
  format: ExportFormat,
): Promise<FileAnswer | StoredAnswer> {
  const row = await selectConversation(ctx.db, ctx.org, toVisibility(ctx.principal), { id }, ALL)
  if (row === undefined) throw notFound('conversation')
  const transcript = await selectCurrentTranscript(ctx.db, ctx.org, id)
  const participants = [
    ...(JSON.parse(row.participants) as Participant[]),
    ...(JSON.parse(row.internal_participants ?? '[]') as Participant[]),
  ]
  const conversation: Omit<TranscriptConversation, 'segments'> = {
    uuid: row.id,
    title: row.title,
    createdAt: row.created_at,
    startedAt: row.live_started_at ?? undefined,
    durationSeconds: row.media_duration ?? undefined,
    language: row.language ?? undefined,
    mediaUrl: row.media_url ?? undefined,
    mediaHash: row.media_hash ?? undefined,
    summary: row.summary ?? undefined,
    form: transcript?.form ?? 'V1',
    parties: participants.map(withoutNulls),
    attributes: {
      application: row.application ?? undefined,
      externalId: row.external_id ?? undefined,
      opportunity: row.opportunity_external_id ?? undefined,
      startedAt: row.live_started_at ?? undefined,
      endedAt: row.live_ended_at ?? undefined,
      archived: row.archived,
      private: row.private,
      participants: participants.map(withoutNulls),
      labels: JSON.parse(row.labels),
      crmLinks: JSON.parse(row.linked_crm_records),
      meetingPlatformMetadata: JSON.parse(row.meeting_platform_metadata ?? 'null') ?? undefined,
      importMetadata: JSON.parse(row.import_metadata ?? 'null') ?? undefined,
    },
  }
  const segments = await toSegmentsInput(transcript?.segments ?? '[]')
  return toAnswer(format, row.id, await ctx.requestWorkers.run(writeTask, [segments, format, conversation], ctx.signal))
}

function toAnswer(format: ExportFormat, id: string, file: WrittenFile): FileAnswer | StoredAnswer {
  if ('fault' in file) throw conflict('export_impossible', file.fault, '/query/format')
  if ('text' in file) {
    const form = format as ExportForm
    return new FileAnswer(CONTENT_TYPES[form], `${id}.${form === 'vcon' ? 'vcon.json' : form}`, file.text)
  }
  const { bytes } = file
  return new StoredAnswer({
    ...{ contentType: DOCUMENT_TYPES[format as DocumentForm], fileName: `${id}.${format}`, size: bytes.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: async (range) =>
      Readable.from([range === undefined ? bytes : bytes.subarray(range.first, range.last + 1)], { objectMode: false }),
  })
}

const ALL = {
  ...parseFlags(
    {
      'filter[include_internal_participants]': true,
      'filter[include_meeting_platform_metadata]': true,
      'filter[include_import_metadata]': true,
      detailedTranscript: false,
      withCrmRecords: false,
      withIntelligenceItems: false,
    },
    { extractedIntelligence: false },
  ),
}

function withoutNulls(person: Participant) {
  return {
    ...(person.id === null ? {} : { id: person.id }),
    ...(person.email === null ? {} : { email: person.email }),
    ...(person.name === null ? {} : { name: person.name }),
    ...(person.organizer ? { organizer: true } : {}),
    ...(person.status === null ? {} : { status: person.status }),
  }
}
