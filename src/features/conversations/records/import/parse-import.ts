/** Parses transcripts of requests and converts them for storage. */
import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import type { SpokenPassage } from '../../../../core/search.ts'
import { instant } from '../../../../core/wire.ts'
import { cutTranscript, passagesOfTranscript } from '../../../text/passages/index.ts'
import { maskSegments, type SpanFinder } from '../../../text/redaction/index.ts'
import {
  isSpoken,
  readTranscript,
  type TextEncoding,
  type TranscriptDocument,
  TranscriptFault,
  transcriptText,
  wordCount,
} from '../../../text/transcripts/index.ts'
import { crmLink } from '../../crm-records/index.ts'
import type { NewTranscript } from '../queries.ts'
import { labelMap, metadata, participantInput } from '../schema-input.ts'

/** @throws AppError `validation_failed` with the pointer or line of the first fault */
export function readGiven(transcript: unknown): TranscriptDocument {
  return withPointer('/transcript', () => readTranscript(transcript))
}

/**
 * Parses a transcript file, whose name can determine the format. Any text is accepted as a transcript in the field
 * `transcript`. A file must have a recognizable format.
 */
export function readFileGiven(text: string, fileName: string, encoding?: TextEncoding): TranscriptDocument {
  return withPointer('/file', () => readTranscript(text, { fileName, requireSpeakers: true, encoding }))
}

function withPointer(at: string, read: () => TranscriptDocument): TranscriptDocument {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    const line = error.line === undefined ? '' : `Line ${error.line}: `
    throw invalid({ pointer: `${at}${error.pointer ?? ''}`, detail: line + error.message })
  }
}

export interface Storable {
  readonly transcript: NewTranscript
  /** Passages for the search index. */
  readonly passages: readonly SpokenPassage[]
  readonly isEmpty: boolean
  /** End of the last timed word in seconds. Null without times. */
  readonly lastEnd: number | null
}

/** @param find finds the text to redact before storage (`findBeforeStorage`). Undefined if redaction is off */
export function storable(document: TranscriptDocument, find: SpanFinder | undefined): Storable {
  let lastEnd: number | null = null
  for (const { end } of document.segments) {
    if (end !== null && (lastEnd === null || end > lastEnd)) lastEnd = end
  }
  const masked = find === undefined ? undefined : maskSegments(document.segments, find)
  const segments = masked?.segments ?? document.segments
  return {
    transcript: {
      form: document.form,
      sourceFormat: document.format,
      segments: JSON.stringify(segments),
      plain: transcriptText(segments),
      segmentCount: segments.length,
      wordCount: wordCount(segments),
      redaction: masked === undefined ? undefined : { spans: masked.spans, counts: masked.counts },
    },
    passages: passagesOfTranscript(cutTranscript(segments)),
    isEmpty: !isSpoken(segments),
    lastEnd,
  }
}

/** Attributes that a Parley export contains in addition to the transcript. */
const carried = z.object({
  application: z.string().optional(),
  externalId: z.string().optional(),
  opportunity: z.string().optional(),
  startedAt: instant().optional(),
  endedAt: instant().optional(),
  archived: z.boolean().optional(),
  private: z.boolean().optional(),
  participants: z.array(participantInput).max(1_000).optional(),
  labels: labelMap.optional(),
  crmLinks: z.array(crmLink).max(100).optional(),
  meetingPlatformMetadata: metadata.optional(),
  importMetadata: metadata.optional(),
})
export type ImportMetadata = z.output<typeof carried>

/** Selects the attributes that `readImportMetadata` reads. */
export const carriedAttributes = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in carried.shape))

/**
 * Reads the attributes of a Parley export. @throws AppError `validation_failed` if the export contains invalid
 * attributes
 */
export function readImportMetadata(document: TranscriptDocument | undefined): ImportMetadata {
  if (document?.conversation === undefined) return {}
  const parsed = carried.safeParse(document.conversation)
  if (parsed.success) return parsed.data
  throw invalid({
    pointer: '/transcript',
    detail: 'The export contains attributes that are invalid for a conversation. Send the export unchanged.',
  })
}
