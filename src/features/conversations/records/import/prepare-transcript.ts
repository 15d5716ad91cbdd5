/** Prepares large transcripts for storage in a worker, which returns text (docs/decisions/0047). */

import { AppError, invalid, type Problem } from '../../../../core/errors.ts'
import { HeldJson } from '../../../../core/held-json.ts'
import type { Context } from '../../../../core/operation.ts'
import type { PreparedPassages } from '../../../../core/search.ts'
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { createFinder, type RedactionRules, rulesBeforeStorage } from '../../../text/redaction/index.ts'
import {
  describeReading,
  type TextEncoding,
  type TranscriptDocument,
  type TranscriptSegment,
} from '../../../text/transcripts/index.ts'
import { type ParticipantInput, recognizeSpeakers } from '../model.ts'
import { toParticipants } from '../serialize.ts'
import {
  carriedAttributes,
  readFileGiven,
  readGiven,
  readImportMetadata,
  type Storable,
  storable,
} from './parse-import.ts'

/** Minimum length in UTF-16 units of a text that a worker parses. */
const LARGE = 256 * 1024

/** A transcript as it was sent: JSON, text, or the text of a file with its name. */
type Source = { readonly json: Uint8Array } | { readonly text: string } | ({ readonly text: string } & FileFacts)

interface FileFacts {
  readonly fileName: string
  readonly encoding?: TextEncoding
}

interface PreparationContext {
  /** Participants in the request. If undefined, those in the transcript. */
  readonly participants: readonly ParticipantInput[] | undefined
  /** Domains of the organization, and addresses of its users. */
  readonly ownAddresses: readonly string[]
  /** Redaction rules to apply before storage. Undefined if redaction is off. */
  readonly rules: RedactionRules | undefined
}

/** Texts of a transcript as a worker returns them. */
export interface PreparedText {
  /** The document without its segments. */
  readonly document: TranscriptDocument
  /** Undefined without segments. */
  readonly stored: Omit<Storable, 'passages'> | undefined
  /** JSON text. */
  readonly passages: string
}

type PreparedTranscript = { readonly refused: readonly Problem[] } | PreparedText

/** Prepared content of a large transcript. Its document has no segments. */
export interface LargeTranscript {
  readonly document: TranscriptDocument
  readonly stored: (Omit<Storable, 'passages'> & { readonly passages: PreparedPassages }) | undefined
}

/** Whether `prepareLarge` must parse the transcript of a request. */
export const isLarge = (transcript: unknown): transcript is HeldJson | string =>
  transcript instanceof HeldJson || (typeof transcript === 'string' && transcript.length > LARGE)

export function prepareTranscript(
  source: Source,
  { participants, ownAddresses, rules }: PreparationContext,
): PreparedTranscript {
  try {
    const read = readSource(source)
    const people = participants ?? readImportMetadata(read).participants ?? toParticipants(read)
    const segments = recognizeSpeakers(read.segments, people, ownAddresses)
    const find = rules === undefined ? undefined : createFinder(rules)
    const { passages = [], ...stored } = segments.length === 0 ? {} : storable({ ...read, segments }, find)
    const { conversation, ...others } = read
    return {
      // Returns only the attributes that the request handler reads.
      document: {
        ...others,
        segments: [],
        reading: describeReading(read),
        ...(conversation === undefined ? {} : { conversation: carriedAttributes(conversation) }),
      },
      stored: 'transcript' in stored ? stored : undefined,
      passages: JSON.stringify(passages),
    }
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return { refused: error.problems }
    throw error
  }
}

function readSource(source: Source): TranscriptDocument {
  if ('json' in source) return readGiven(JSON.parse(Buffer.from(source.json).toString()))
  return 'fileName' in source ? readFileGiven(source.text, source.fileName, source.encoding) : readGiven(source.text)
}

export const prepareTranscriptTask = defineWorkerTask(import.meta.url, prepareTranscript, () => false)

/** @throws AppError `validation_failed` with the pointer or line of the first fault */
export async function prepareLarge(
  transcript: HeldJson | string,
  file: FileFacts | undefined,
  surroundings: Omit<PreparationContext, 'rules'>,
  ctx: Context,
): Promise<LargeTranscript> {
  const rules = await rulesBeforeStorage(ctx.db, ctx.org)
  const source = typeof transcript !== 'string' ? { json: transcript.bytes } : { text: transcript, ...file }
  const prepared = await ctx.requestWorkers.run(prepareTranscriptTask, [source, { ...surroundings, rules }], ctx.signal)
  if ('refused' in prepared) {
    const [first = { pointer: '/transcript', detail: 'The transcript could not be read.' }, ...others] =
      prepared.refused
    throw invalid(first, ...others)
  }
  return withPreparedPassages(ctx, prepared)
}

/** Prepares the passages of a transcript for the search index, in a worker. */
export async function withPreparedPassages(
  ctx: Context,
  { document, stored, passages }: PreparedText,
): Promise<LargeTranscript> {
  if (stored === undefined) return { document, stored }
  return {
    document,
    stored: { ...stored, passages: await ctx.search.prepare(passages, ctx.requestWorkers, ctx.signal) },
  }
}

/** Converts segments to the texts that are stored. For worker threads. */
export function prepareSegments(
  segments: TranscriptSegment[],
  form: TranscriptDocument['form'],
  rules: RedactionRules | undefined,
): PreparedText {
  const document = { format: `parley-${form.toLowerCase()}`, form, segments: [] }
  const find = rules === undefined ? undefined : createFinder(rules)
  const { passages, ...stored } = storable({ ...document, segments }, find)
  return { document, stored, passages: JSON.stringify(passages) }
}
