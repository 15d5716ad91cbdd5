import { countWords, type Segment, segmentText, TranscriptFault } from '../model.ts'

/** Limits of the pace in words per second. Speech has 1 to 5; minutes instead of seconds differ by a factor of 60. */
const SLOWEST = 0.1
const FASTEST = 30
/** Limit without the ends of segments, because silence counts too. */
const SLOWEST_WITHOUT_ENDS = 0.05
/** Limits if the pace is the only evidence for the unit. */
const SURE = { slowest: 0.5, fastest: 8 }
/** Minimum number of words for a decision. */
const ENOUGH_WORDS = 5
/** Characters per word in scripts without spaces. */
const WORD_LENGTH = 6
/** Last times can exceed the length of the recording by this ratio, and by this number of seconds. */
const EXCESS_RATIO = 1.05
const EXCESS_SECONDS = 2

interface PaceOptions {
  /** Length of the recording in seconds, if the form has it in a known unit. */
  readonly duration?: number | undefined
  /** Whether the unit isn't documented, so that the pace must confirm it. */
  readonly isGuess?: boolean
  /** Whether the times are clocks such as `1:02:03`. Silence between them can be long. */
  readonly isClock?: boolean
  /** Number of segments below which times can't be too close. */
  readonly segmentsMin?: number
}

/**
 * Rejects times whose unit can't be right: nobody speaks a word per minute or a hundred words per second. The pace
 * within segments and the pace of the transcript must both be impossible. Silence can slow down one of them. Overlapping
 * captions can speed up the other.
 */
export function checkPace(
  segments: readonly Segment[],
  { duration, isGuess = false, isClock = false, segmentsMin = 1 }: PaceOptions = {},
): void {
  const paces: number[] = []
  let words = 0
  let timed = 0
  let first = Number.POSITIVE_INFINITY
  let last = 0
  for (const segment of segments) {
    const { start, end } = segment
    const count = countSpoken(segmentText(segment))
    if (start === null || count === 0) continue
    words += count
    timed++
    first = Math.min(first, start)
    last = Math.max(last, end ?? start)
    if (end !== null) paces.push(end > start ? count / (end - start) : Number.POSITIVE_INFINITY)
  }
  if (words < ENOUGH_WORDS) return
  if (duration !== undefined && last > duration * EXCESS_RATIO + EXCESS_SECONDS) {
    throw new TranscriptFault('The last time is after the end of the recording. Check the unit of the times.')
  }
  const overall = last > first ? words / (last - first) : undefined
  paces.sort((a, b) => a - b)
  const known = [overall, paces[paces.length >> 1]].filter((pace) => pace !== undefined)
  if (known.length === 0) return
  const slowest = isGuess ? SURE.slowest : paces.length === 0 ? SLOWEST_WITHOUT_ENDS : SLOWEST
  if (!isClock && known.every((pace) => pace < slowest)) {
    throw new TranscriptFault(
      'The times are too far apart for speech, as if they were milliseconds instead of seconds. Correct the unit of the times.',
    )
  }
  if (timed >= segmentsMin && known.every((pace) => pace > (isGuess ? SURE.fastest : FASTEST))) {
    throw new TranscriptFault(
      'The times are too close for speech, as if they were seconds instead of milliseconds. Correct the unit of the times.',
    )
  }
}

const countSpoken = (text: string): number => Math.max(countWords(text), text.length / WORD_LENGTH)
