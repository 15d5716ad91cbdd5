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
  TranscriptFault,
  type TranscriptSegment,
  toReadable,
  writeTranscript,
} from '../../../text/transcripts/index.ts'
import { DOCX_TYPE, writeDocx } from '../documents/docx.ts'
import { PDF_TYPE, UnsupportedLetters, writePdf } from '../documents/pdf.ts'
import { parseFlags } from '../list/filters.ts'
import { selectConversation } from '../list/queries-list.ts'
import { selectCurrentTranscript } from '../queries.ts'
import type { Participant } from '../schema.ts'

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
  ctx: Pick<Context, 'db' | 'org' | 'principal'>,
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
  try {
    const conversation: TranscriptConversation = {
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
      segments: JSON.parse(transcript?.segments ?? '[]') as TranscriptSegment[],
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
    if (format === 'docx' || format === 'pdf') return await toDocument(format, row.id, conversation)
    const body = writeTranscript(format, conversation)
    return new FileAnswer(CONTENT_TYPES[format], `${row.id}.${format === 'vcon' ? 'vcon.json' : format}`, body)
  } catch (error) {
    if (error instanceof TranscriptFault) throw conflict('export_impossible', error.message, '/query/format')
    throw error
  }
}

async function toDocument(
  format: DocumentForm,
  id: string,
  conversation: TranscriptConversation,
): Promise<StoredAnswer> {
  const readable = toReadable(conversation)
  const file = format === 'docx' ? await writeDocx(readable) : requirePdf(readable)
  return new StoredAnswer({
    ...{ contentType: DOCUMENT_TYPES[format], fileName: `${id}.${format}`, size: file.length },
    sha256: createHash('sha256').update(file).digest('hex'),
    open: async (range) =>
      Readable.from([range === undefined ? file : file.subarray(range.first, range.last + 1)], { objectMode: false }),
  })
}

/** @throws AppError `export_impossible` */
function requirePdf(readable: ReturnType<typeof toReadable>): Buffer {
  try {
    return writePdf(readable)
  } catch (error) {
    if (!(error instanceof UnsupportedLetters)) throw error
    throw conflict(
      'export_impossible',
      'The conversation has letters outside of Western European alphabets, which a PDF of Parley cannot contain. Export it as `docx`.',
      '/query/format',
    )
  }
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
