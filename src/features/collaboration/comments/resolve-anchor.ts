/** Resolves the part of a call that a comment is about to words of a transcript. */
import { invalid } from '../../../core/errors.ts'
import { codePoints } from '../../../core/wire.ts'
import type { QuotedWords } from './anchor.ts'
import type { RequestedPart } from './find-words.ts'
import { QUOTE_MAX, type TimeInput, type WordsInput } from './schema.ts'

export interface ResolvedAnchor {
  readonly start: number | null
  readonly end: number | null
  readonly words: (QuotedWords & { readonly version: number }) | undefined
}

export const WHOLE_CONVERSATION: ResolvedAnchor = { start: null, end: null, words: undefined }

/** @returns undefined for the whole call @throws AppError `validation_failed` */
export function toRequestedPart({
  time,
  words,
}: {
  readonly time?: TimeInput | undefined
  readonly words?: WordsInput | undefined
}): RequestedPart | undefined {
  if (time !== undefined && words !== undefined) {
    throw invalid({ pointer: '/words', detail: "`words` can't be combined with `time`. Send only one of them." })
  }
  if (words !== undefined) return { words }
  if (time === undefined) return undefined
  if (time.end !== undefined && time.end < time.start) {
    throw invalid({ pointer: '/time/end', detail: "`end` can't be less than `start`." })
  }
  return { time }
}

/** @param length length of the call in seconds. Null if unknown @throws AppError `validation_failed` */
export function checkWithinCall({ start }: TimeInput, length: number | null): void {
  if (length === null || start <= length) return
  const detail = `\`start\` must not be after the end of the call, at ${length} seconds.`
  throw invalid({ pointer: '/time/start', detail })
}

/** Transcript that the anchor belongs to. */
export interface AnchoredTranscript {
  /** Null if the call has no transcript. */
  readonly version: number | null
  readonly isEmpty: boolean
  /** Words of the part. Undefined if it has none. */
  readonly found: QuotedWords | undefined
}

/** @throws AppError `validation_failed` if the words of a request don't exist or are too long to quote */
export function toAnchor(part: RequestedPart, { version, isEmpty, found }: AnchoredTranscript): ResolvedAnchor {
  if ('time' in part) {
    const { start, end } = part.time
    if (version === null || found === undefined) return { start, end: end ?? start, words: undefined }
    checkLength(found, '/time')
    return { start, end: end ?? Math.max(start, found.end ?? start), words: { ...found, version } }
  }
  if (version === null || isEmpty) {
    throw invalid({
      pointer: part.words.transcriptVersion === undefined ? '/words' : '/words/transcriptVersion',
      detail: 'The call has no transcript of this version. Omit `words`, or use a version from the list of versions.',
    })
  }
  if (found === undefined) {
    const detail = 'The positions contain no words of the transcript. Check the segments and offsets.'
    throw invalid({ pointer: '/words', detail })
  }
  checkLength(found, '/words')
  return { start: found.start, end: found.end, words: { ...found, version } }
}

function checkLength({ quote }: QuotedWords, pointer: string): void {
  if (codePoints(quote) <= QUOTE_MAX) return
  const detail = `The range has more than ${QUOTE_MAX} characters of words. Choose a shorter range.`
  throw invalid({ pointer, detail })
}
