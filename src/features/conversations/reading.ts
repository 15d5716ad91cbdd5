/** From a transcript as it was sent to what is stored of it. */
import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import type { SpokenPassage } from '../../core/search.ts'
import { instant } from '../../core/wire.ts'
import { crmLink } from '../crm/index.ts'
import { cutTranscript, passagesOfTranscript } from '../passages/index.ts'
import { type Find, maskSegments } from '../redaction/index.ts'
import {
  isSpoken,
  readTranscript,
  type TranscriptDocument,
  TranscriptFault,
  transcriptText,
  wordCount,
} from '../transcripts/index.ts'
import type { NewTranscript } from './queries.ts'
import { labelMap, metadata, participantInput } from './schema-input.ts'

/** @throws AppError `validation_failed` with the pointer or line of the first fault. */
export function readGiven(transcript: unknown): TranscriptDocument {
  return reading('/transcript', () => readTranscript(transcript))
}

/**
 * The same for the text of a file, whose name decides what its content leaves open. Any text is a transcript to somebody
 * who says so; a file has to look like one.
 */
export function readFileGiven(text: string, fileName: string): TranscriptDocument {
  const document = reading('/file', () => readTranscript(text, { fileName }))
  if (document.format === 'text' && document.segments.every(({ speaker }) => speaker.name === '')) {
    throw invalid({
      pointer: '/file',
      detail: 'The file is neither a recording nor a transcript: no line of it says who speaks, as `Name: words` does.',
    })
  }
  return document
}

function reading(at: string, read: () => TranscriptDocument): TranscriptDocument {
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
  /** What it is found by. */
  readonly passages: readonly SpokenPassage[]
  readonly isEmpty: boolean
  /** Seconds at which the last timed word ends, or null without times. */
  readonly lastEnd: number | null
}

/** @param find what is to be masked before it is stored (`findBeforeStorage`), undefined when nothing is */
export function storable(document: TranscriptDocument, find: Find | undefined): Storable {
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

/** The attributes that an export of ours carries beside the transcript. */
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
export type Carried = z.output<typeof carried>

/** Only the attributes that `carriedBy` looks at. */
export const carriedAttributes = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in carried.shape))

/** @throws AppError `validation_failed`: an export that somebody changed into what no conversation can have. */
export function carriedBy(document: TranscriptDocument | undefined): Carried {
  if (document?.conversation === undefined) return {}
  const parsed = carried.safeParse(document.conversation)
  if (parsed.success) return parsed.data
  throw invalid({ pointer: '/transcript', detail: 'The attributes of this export are not those of a conversation.' })
}
