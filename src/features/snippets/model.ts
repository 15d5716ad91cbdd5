/** Pure rules of snippets. */
import { clockTime } from '../../core/clock-time.ts'
import { invalid } from '../../core/errors.ts'
import { codePoints } from '../../core/wire.ts'
import type { Reference, VideoInput } from './schema.ts'

/** How far a told duration may lie beside the difference of start and end, in seconds. */
const DURATION_SLACK = 1

/** What floating-point numbers of seconds lose when they are subtracted. */
const EPSILON = 1e-6

export interface Clip {
  readonly start: number
  readonly end: number
}

/**
 * The clip of a conversation of a length, in seconds; null when the length is not known.
 * @throws AppError `validation_failed`
 */
export function clipOf({ start_time: start, end_time: end, duration }: VideoInput, length: number | null): Clip {
  if (end <= start) throw invalid({ pointer: '/video/end_time', detail: 'This must be more than start_time.' })
  if (duration !== undefined && Math.abs(duration - (end - start)) > DURATION_SLACK + EPSILON) {
    throw invalid({
      pointer: '/video/duration',
      detail: 'This must be the difference of end_time and start_time, within 1 second.',
    })
  }
  if (length !== null && start >= length) {
    throw invalid({ pointer: '/video/start_time', detail: 'This must lie before the end of the conversation.' })
  }
  return { start, end: length === null ? end : Math.min(end, length) }
}

/** Without the noise of the subtraction. */
export const durationOf = ({ start, end }: Clip): number => Math.round((end - start) * 1e6) / 1e6

/** `Opening (1:05–2:10)`; a long title gives way, so that the time is always told. */
export function defaultTitle(conversationTitle: string, { start, end }: Clip, max: number): string {
  const time = ` (${clockTime(start)}–${clockTime(end)})`
  const room = max - codePoints(time)
  if (codePoints(conversationTitle) <= room) return conversationTitle + time
  return `${[...conversationTitle].slice(0, room - 1).join('')}…${time}`
}

/**
 * @param extent of the transcript that the reference names; undefined when the conversation has none of that form
 * @throws AppError `validation_failed`
 */
export function checkReference(
  reference: Reference,
  extent: { segments: number; characters: number } | undefined,
): void {
  if (extent === undefined) {
    throw invalid({
      pointer: '/reference/transcript_version',
      detail: 'The conversation has no transcript of this version.',
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
      throw invalid({ pointer: `/reference/${name}/${field}`, detail: `This must not lie behind ${what}.` })
    }
  }
  if (end < start) {
    throw invalid({ pointer: `/reference/${name}/end_idx`, detail: 'This must not lie before start_idx.' })
  }
}

interface Spoken {
  speaker: { name: string }
  start: number | null
  end: number | null
  words: { text: string; startTimestamp: number | null; endTimestamp: number | null }[]
}

export interface Line {
  readonly speaker: string
  readonly text: string
  /** Seconds; null when the source has no time. */
  readonly start: number | null
}

/** What is said within the clip, a line a turn. Where a source times words, only those that the clip holds. */
export function linesWithin(segments: readonly Spoken[], clip: Clip): Line[] {
  const parts = segments
    .filter((segment) => overlaps(segment.start, segment.end, clip))
    .map(({ words, ...segment }) => ({
      ...segment,
      words: words.filter(
        ({ startTimestamp, endTimestamp }) =>
          (startTimestamp === null && endTimestamp === null) || overlaps(startTimestamp, endTimestamp, clip),
      ),
    }))
  return linesOf(parts)
}

/** A moment without length lies in the clip as well as anything longer does; what has no time at all does not. */
function overlaps(start: number | null, end: number | null, clip: Clip): boolean {
  const from = start ?? end
  const to = end ?? start
  if (from === null || to === null) return false
  return from < clip.end && (to > clip.start || (from === to && from >= clip.start))
}

/** Segments as lines; those of one speaker in a row are one. */
export function linesOf(segments: readonly Spoken[]): Line[] {
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
