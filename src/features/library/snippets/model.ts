/** Validation and text of snippets. Pure functions. */

import { invalid } from '../../../core/errors.ts'
import { clockTime } from '../../../core/timecode.ts'
import { codePoints } from '../../../core/wire.ts'
import { checkExpiry } from '../shared-links/index.ts'
import type { Reference, VideoInput } from './schema.ts'

/** Maximum deviation of `duration` from the difference of start and end, in seconds. */
const DURATION_SLACK = 1

/** Rounding error of subtracting seconds as floating-point numbers. */
const EPSILON = 1e-6

export interface ClipTimes {
  readonly start: number
  readonly end: number
}

/**
 * Validates the times of a clip and cuts it to the length of the conversation.
 * @param length length of the conversation in seconds; null if unknown
 * @throws AppError `validation_failed`
 */
export function parseClip(
  { start_time: start, end_time: end, duration }: VideoInput,
  length: number | null,
): ClipTimes {
  if (end <= start)
    throw invalid({ pointer: '/video/end_time', detail: '`end_time` must be greater than `start_time`.' })
  if (duration !== undefined && Math.abs(duration - (end - start)) > DURATION_SLACK + EPSILON) {
    throw invalid({
      pointer: '/video/duration',
      detail: `\`duration\` must equal \`end_time\` minus \`start_time\`, within ${DURATION_SLACK} second. You can omit it.`,
    })
  }
  if (length !== null && start >= length) {
    throw invalid({
      pointer: '/video/start_time',
      detail: `\`start_time\` must be before the end of the conversation, at ${length} seconds.`,
    })
  }
  return { start, end: length === null ? end : Math.min(end, length) }
}

/**
 * Checks the expiry of the link of a snippet.
 * @throws AppError `validation_failed`
 */
export function checkLinkExpiry(
  { internal, expiresAt }: { readonly internal: boolean; readonly expiresAt?: Date | null | undefined },
  now: Date,
): void {
  if (internal && expiresAt !== null && expiresAt !== undefined) {
    throw invalid({
      pointer: '/expiresAt',
      detail:
        'An internal link never expires, so `expiresAt` requires `internal: false`. Set `internal` to false, or omit `expiresAt`.',
    })
  }
  checkExpiry(expiresAt, now)
}

/**
 * Checks that only a public link accepts questions.
 * @throws AppError `validation_failed`
 */
export function checkQuestions({
  internal,
  questionsAllowed,
}: {
  readonly internal: boolean
  readonly questionsAllowed?: boolean | undefined
}): void {
  if (!internal || questionsAllowed !== true) return
  throw invalid({
    pointer: '/questionsAllowed',
    detail:
      'The link of an internal clip opens the app, so `questionsAllowed` requires `internal: false`. Set `internal` to false, or omit `questionsAllowed`.',
  })
}

/** Duration in seconds, rounded to microseconds. */
export const computeDuration = ({ start, end }: ClipTimes): number => Math.round((end - start) * 1e6) / 1e6

/** Default title, such as `Opening (1:05–2:10)`. A long title is truncated, so that the time always fits. */
export function defaultTitle(conversationTitle: string, { start, end }: ClipTimes, max: number): string {
  const time = ` (${clockTime(start)}–${clockTime(end)})`
  const room = max - codePoints(time)
  if (codePoints(conversationTitle) <= room) return conversationTitle + time
  return `${[...conversationTitle].slice(0, room - 1).join('')}…${time}`
}

/**
 * Validates a reference.
 * @param extent size of the transcript that the reference names; undefined if the conversation has none of that version
 * @throws AppError `validation_failed`
 */
export function checkReference(
  reference: Reference,
  extent: { segments: number; characters: number } | undefined,
): void {
  if (extent === undefined) {
    throw invalid({
      pointer: '/reference/transcript_version',
      detail:
        'The conversation has no transcript of the version in `transcript_version`. Use the other version, or omit `reference`.',
    })
  }
  const { speakers, characters } = reference
  if (speakers !== undefined) checkRange('speakers', speakers, extent.segments - 1, 'the last segment')
  if (characters !== undefined) checkRange('characters', characters, extent.characters, 'the end of the text')
}

function checkRange(
  name: 'speakers' | 'characters',
  range: { start_idx: string; end_idx: string },
  last: number,
  what: string,
): void {
  const [start, end] = [Number(range.start_idx), Number(range.end_idx)]
  for (const [field, value] of [
    ['start_idx', start],
    ['end_idx', end],
  ] as const) {
    if (value > last) {
      throw invalid({
        pointer: `/reference/${name}/${field}`,
        detail: `\`${field}\` must not be after ${what}. Maximum ${last}.`,
      })
    }
  }
  if (end < start) {
    throw invalid({ pointer: `/reference/${name}/end_idx`, detail: "`end_idx` can't be less than `start_idx`." })
  }
}

export interface SpokenSegment {
  speaker: { name: string; internal?: boolean }
  start: number | null
  end: number | null
  words: { text: string; startTimestamp: number | null; endTimestamp: number | null }[]
}

export interface ClipLine {
  readonly speaker: string
  readonly text: string
  /** Start in seconds; null if the transcript has no times. */
  readonly start: number | null
}

/** One spoken word of a clip, for the picture of the clip. Its text isn't needed. */
export interface ClipWord {
  readonly speaker: string
  /** Whether the speaker belongs to the organization. Null if unknown. */
  readonly internal: boolean | null
  readonly start: number
  readonly end: number
  readonly letters: number
}

/** Maximum number of words in the picture of a clip. */
const WORDS_MAX = 600

/** Words of a clip with their times. Words without a time of their own share the time of their segment. */
export function wordsWithin(segments: readonly SpokenSegment[], clip: ClipTimes): ClipWord[] {
  const words: ClipWord[] = []
  for (const segment of segments.filter(({ start, end }) => overlaps(start, end, clip))) {
    const speaker = { speaker: segment.speaker.name, internal: segment.speaker.internal ?? null }
    for (const word of spreadWords(segment)) {
      if (overlaps(word.start, word.end, clip)) words.push({ ...speaker, ...word })
    }
  }
  return words.slice(0, WORDS_MAX)
}

/** In form V1, an entry is a whole sentence with one time. */
function spreadWords({ words, start, end }: SpokenSegment): { start: number; end: number; letters: number }[] {
  return words.flatMap(({ text, startTimestamp, endTimestamp }) => {
    const parts = text.split(/\s+/).filter((part) => part !== '')
    const from = startTimestamp ?? start
    const to = endTimestamp ?? end ?? from
    if (from === null || to === null) return []
    const step = (to - from) / Math.max(1, parts.length)
    return parts.map((part, at) => ({
      ...{ start: from + at * step, end: from + (at + 1) * step },
      letters: [...part].length,
    }))
  })
}

/** Segments of a clip. If words have times, only words within the clip are included. */
export const segmentsWithin = (segments: readonly SpokenSegment[], clip: ClipTimes): SpokenSegment[] =>
  segments
    .filter((segment) => overlaps(segment.start, segment.end, clip))
    .map(({ words, ...segment }) => ({
      ...segment,
      words: words.filter(
        ({ startTimestamp, endTimestamp }) =>
          (startTimestamp === null && endTimestamp === null) || overlaps(startTimestamp, endTimestamp, clip),
      ),
    }))

/** Text of a clip, one line per speaker turn. */
export const linesWithin = (segments: readonly SpokenSegment[], clip: ClipTimes): ClipLine[] =>
  mergeLines(segmentsWithin(segments, clip))

/** Whether an interval overlaps the clip. Intervals without length count; those without times don't. */
function overlaps(start: number | null, end: number | null, clip: ClipTimes): boolean {
  const from = start ?? end
  const to = end ?? start
  if (from === null || to === null) return false
  return from < clip.end && (to > clip.start || (from === to && from >= clip.start))
}

/** Converts segments to lines. Consecutive segments of one speaker are one line. */
export function mergeLines(segments: readonly SpokenSegment[]): ClipLine[] {
  const lines: { speaker: string; text: string; start: number | null }[] = []
  for (const { speaker, start, words } of segments) {
    const text = words
      .map((word) => word.text.trim())
      .filter((word) => word !== '')
      .join(' ')
    if (text === '') continue
    const last = lines.at(-1)
    if (last !== undefined && last.speaker === speaker.name) last.text += ` ${text}`
    else lines.push({ speaker: speaker.name, text, start: words[0]?.startTimestamp ?? start })
  }
  return lines
}
