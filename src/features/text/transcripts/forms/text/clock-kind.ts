/** Whether the clocks of a text count from the start of the recording, or are times of day. */
import { TranscriptFault } from '../../model.ts'
import { readClock } from './clocks.ts'

/** Clock before the words of a turn. */
export interface SpokenClock {
  readonly text: string
  /** `AM` or `PM`, if the clock has it. */
  readonly half?: string | undefined
  /** Number of words until the next clock. */
  readonly words: number
  readonly line: number
}

export type ClockKind = 'elapsed' | 'day'

/** Clocks with seconds that start later are times of day. */
const TIME_OF_DAY = 3 * 3600
/** First hour that a clock of two parts can be. */
const FIRST_HOUR = 60
/** Recordings start with this many seconds of silence at most. A later first clock can be a time of day. */
const SILENCE = 180
const HOURS_MAX = 23
/** Maximum number of words per second that a person says. */
const FASTEST = 6
const NOON = 12 * 3600

/**
 * Decides by all clocks of a text. `14:02` can be 14 minutes or 2 pm: it is a time of day if nobody could say the words
 * in as many seconds.
 * @throws TranscriptFault if both are possible
 */
export function findClockKind(clocks: readonly SpokenClock[]): ClockKind {
  const [first] = clocks
  if (first === undefined) return 'elapsed'
  if (clocks.some(({ half }) => half !== undefined)) return 'day'
  const parts = clocks.map(({ text }) => text.split(':'))
  if (parts.some(({ length }) => length !== 2))
    return parts[0]?.length === 3 && readClock(first.text, first.line) >= TIME_OF_DAY ? 'day' : 'elapsed'
  if (clocks.some(({ text }) => text.includes('.') || text.includes(','))) return 'elapsed'
  if (parts.some(([hours]) => Number(hours) > HOURS_MAX)) return 'elapsed'
  const seconds = clocks.map(({ text, line }) => readClock(text, line))
  const start = seconds.reduce((least, each) => Math.min(least, each))
  const end = seconds.reduce((greatest, each) => Math.max(greatest, each))
  const words = clocks.slice(0, -1).reduce((sum, each) => sum + each.words, 0)
  const isTooFast = words > (end - start + 1) * FASTEST
  if (start >= FIRST_HOUR && isTooFast) return 'day'
  if (isTooFast && words > 0) {
    throw new TranscriptFault(
      'The times are too close for speech, as if they were hours and minutes. Write them with seconds, as in `[00:01:02]`.',
      { line: first.line },
    )
  }
  if (start < SILENCE) return 'elapsed'
  throw new TranscriptFault(
    'The times can be minutes and seconds of a recording, or hours and minutes of a day. Write them with three parts, as in `[00:14:02]` or `[14:02:00]`.',
    { line: first.line },
  )
}

/** Seconds of a clock: from the start of the recording, or of the day. */
export function readClockAs(kind: ClockKind, { text, half, line }: Omit<SpokenClock, 'words'>): number {
  const isShort = text.split(':').length === 2
  if (kind === 'elapsed') return readClock(text, line)
  const time = readClock(isShort ? `${text}:00` : text, line)
  return half === undefined ? time : (time % NOON) + (/^p/i.test(half) ? NOON : 0)
}

/** Time of day as `HH:MM`, or `HH:MM:SS`. */
export function formatTimeOfDay(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = Math.floor(seconds % 60)
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}${rest === 0 ? '' : `:${two(rest)}`}`
}

export const countWords = (parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + (part.match(/\S+/g)?.length ?? 0), 0)
