/** Compares two versions of a transcript line by line. A worker thread does it for long ones. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  segmentText,
  type TranscriptSegment,
} from '../../text/transcripts/index.ts'
import { alignLines, type LinePair } from './align-lines.ts'
import { compareWords, type TextPart } from './compare-words.ts'

/** Maximum number of renamed speakers in a summary. */
export const RENAMES_MAX = 20

/** Maximum number of steps that the comparison of the words of one page takes, about 100 milliseconds. */
const STEPS_MAX = 5_000_000

export interface SpeakerRename {
  readonly from: string
  readonly to: string
  /** Number of lines. */
  lines: number
}

/** Numbers of lines by what differs. */
export interface ChangeSummary {
  /** Lines with other words. */
  changed: number
  added: number
  removed: number
  /** Lines with another speaker name. */
  renamed: number
  /** Lines with equal words and speaker name, whose times, or ID, email address or side of the speaker differ. */
  details: number
  /** Changes of speaker names, those with most lines first, up to `RENAMES_MAX`. */
  renames: SpeakerRename[]
}

export interface ComparedLine {
  readonly segment: number
  readonly speaker: string
  readonly start: number | null
}

export interface LineDifference {
  readonly change: 'changed' | 'added' | 'removed'
  readonly before: ComparedLine | null
  readonly after: ComparedLine | null
  readonly parts: TextPart[]
  /** Number of equal lines between the previous difference and this one. */
  readonly unchangedBefore: number
}

export interface ComparedPage {
  readonly data: LineDifference[]
  /** Number of differences on all pages. */
  readonly total: number
  /** Number of equal lines after the last difference. Null if another page has it. */
  readonly unchangedAfter: number | null
  readonly summary: ChangeSummary
}

/** Pair of lines that differ, with the number of equal lines before it. */
interface Difference {
  readonly pair: LinePair
  readonly unchangedBefore: number
}

export function compareTranscripts(
  beforeInput: SegmentsInput,
  afterInput: SegmentsInput,
  { page, size }: { readonly page: number; readonly size: number },
): ComparedPage {
  const before = loadSegments(beforeInput)
  const after = loadSegments(afterInput)
  const { summary, differences, unchangedAfter } = compareLines(before, after)
  const budget = { steps: STEPS_MAX }
  const shown = differences.slice((page - 1) * size, page * size)
  const isLast = page * size >= differences.length && (shown.length > 0 || differences.length === 0)
  return {
    data: shown.map(({ pair, unchangedBefore }) => {
      const [old, now] = [lineAt(before, pair.before), lineAt(after, pair.after)]
      return {
        change: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed',
        before: old === undefined ? null : describeLine(old, pair.before),
        after: now === undefined ? null : describeLine(now, pair.after),
        parts: compareWords(toText(old), toText(now), budget),
        unchangedBefore,
      }
    }),
    total: differences.length,
    unchangedAfter: isLast ? unchangedAfter : null,
    summary,
  }
}

export const compareTranscriptsTask = defineWorkerTask(
  import.meta.url,
  compareTranscripts,
  (before, after) => isShortInput(before) && isShortInput(after),
)

const lineAt = (segments: readonly TranscriptSegment[], at: number | undefined) =>
  at === undefined ? undefined : segments[at]

const toText = (segment: TranscriptSegment | undefined): string => (segment === undefined ? '' : segmentText(segment))

const describeLine = ({ speaker, start }: TranscriptSegment, segment = 0): ComparedLine => ({
  ...{ segment, speaker: speaker.name, start },
})

/** Counts what differs between two lists of segments, and lists lines with other words or speakers. */
export function compareLines(before: readonly TranscriptSegment[], after: readonly TranscriptSegment[]) {
  const summary: ChangeSummary = { changed: 0, added: 0, removed: 0, renamed: 0, details: 0, renames: [] }
  const renames = new Map<string, SpeakerRename>()
  const differences: Difference[] = []
  let unchanged = 0
  for (const pair of alignLines(before, after)) {
    const [old, now] = [lineAt(before, pair.before), lineAt(after, pair.after)]
    if (countDifference(old, now, summary, renames)) {
      differences.push({ pair, unchangedBefore: unchanged })
      unchanged = 0
    } else unchanged++
  }
  summary.renames = [...renames.values()].toSorted((a, b) => b.lines - a.lines).slice(0, RENAMES_MAX)
  return { summary, differences, unchangedAfter: unchanged }
}

/** @returns whether words or speaker differ */
function countDifference(
  old: TranscriptSegment | undefined,
  now: TranscriptSegment | undefined,
  summary: ChangeSummary,
  renames: Map<string, SpeakerRename>,
): boolean {
  if (old === undefined || now === undefined) {
    if (old === undefined) summary.added++
    else summary.removed++
    return true
  }
  const isReworded = segmentText(old) !== segmentText(now)
  const [from, to] = [old.speaker.name, now.speaker.name]
  if (isReworded) summary.changed++
  if (from !== to) {
    summary.renamed++
    const key = JSON.stringify([from, to])
    const rename = renames.get(key) ?? { from, to, lines: 0 }
    rename.lines++
    renames.set(key, rename)
  }
  if (isReworded || from !== to) return true
  if (hasOtherDetails(old, now)) summary.details++
  return false
}

const hasOtherDetails = (old: TranscriptSegment, now: TranscriptSegment): boolean =>
  old.start !== now.start ||
  old.end !== now.end ||
  old.speaker.id !== now.speaker.id ||
  old.speaker.email !== now.speaker.email ||
  old.speaker.internal !== now.speaker.internal
