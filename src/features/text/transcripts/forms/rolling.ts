/**
 * Rolling captions: each cue repeats the last line of the cue before it above its own new line, as in the automatic
 * captions of YouTube and in captions of television.
 */

/** Words of a cue as it is shown, line by line. Blank lines are empty. */
export interface RollingCue {
  readonly lines: readonly (readonly string[])[]
  /** Seconds for which the cue is shown. Null if unknown. */
  readonly seconds: number | null
}

/** Minimum ratio of cues that repeat words of the one before. */
const ROLLING = 0.5
/** YouTube shows a finished line for this many seconds before the next one appears below it. */
const ECHO_SECONDS = 0.05

/**
 * Number of words at the start of each cue that repeat the end of the cue before. Zero for all, unless the cues roll:
 * most of them repeat the complete last line of the previous cue, and the repeated words end at a line break.
 */
export function countRepeated(cues: readonly RollingCue[]): number[] {
  const repeated = cues.map((cue, index) => countOverlap(cues[index - 1], cue))
  const rolling = repeated.filter((count) => count > 0).length
  const isRolling =
    rolling > 0 &&
    rolling >= (cues.length - 1) * ROLLING &&
    cues.some((cue, index) => endsLine(cue, repeated[index] ?? 0))
  if (!isRolling) return repeated.map(() => 0)
  // A file that is cut can end inside of a repeated line.
  const [previous, last] = [cues.at(-2), cues.at(-1)]
  if (last !== undefined && isCutRepeat(previous, last)) repeated[cues.length - 1] = last.lines.flat().length
  return repeated
}

/** Whether a cue has only the first words of the last line before it. The last one can be incomplete. */
function isCutRepeat(previous: RollingCue | undefined, cue: RollingCue): boolean {
  const line = previous?.lines.findLast((each) => each.length > 0) ?? []
  const words = cue.lines.flat()
  return (
    words.length > 0 &&
    words.length <= line.length &&
    words.every((word, at) => (at === words.length - 1 ? (line[at] ?? '').startsWith(word) : word === line[at]))
  )
}

/** Whether the repeated words end at the end of a line that another line follows, or the cue is an echo. */
function endsLine({ lines, seconds }: RollingCue, repeated: number): boolean {
  if (repeated === 0) return false
  let count = 0
  for (const [index, line] of lines.entries()) {
    count += line.length
    if (count < repeated) continue
    const isFollowed = index < lines.length - 1
    const isEcho = seconds !== null && seconds <= ECHO_SECONDS
    return count === repeated && isFollowed && (isEcho || lines.slice(index + 1).some((rest) => rest.length > 0))
  }
  return false
}

/** Longest end of the previous cue, with at least its last line, with which a cue starts. */
function countOverlap(previous: RollingCue | undefined, cue: RollingCue): number {
  const last = previous?.lines.findLast((line) => line.length > 0)
  if (previous === undefined || last === undefined) return 0
  const words = cue.lines.flat()
  const shown = previous.lines.flat().slice(-words.length)
  // Prefix function of the cue, then the words shown before (Knuth, Morris, Pratt), in linear time.
  const borders: number[] = [0]
  let matched = 0
  for (let at = 1; at < words.length; at++) {
    while (matched > 0 && words[at] !== words[matched]) matched = borders[matched - 1] ?? 0
    if (words[at] === words[matched]) matched++
    borders.push(matched)
  }
  matched = 0
  for (const word of shown) {
    if (matched === words.length) matched = borders[matched - 1] ?? 0
    while (matched > 0 && word !== words[matched]) matched = borders[matched - 1] ?? 0
    if (word === words[matched]) matched++
  }
  return matched >= last.length ? matched : 0
}

/** Lines of words of a text. */
export const toRollingLines = (text: string): string[][] =>
  text.split(/\r\n|\n|\r/).map((line) => line.match(/\S+/g) ?? [])
