/** Gives the segments of a transcription the speakers that are heard while they are said. */
import { LIMITS, type Segment, type TranscriptDocument, type Word } from '../../text/transcripts/index.ts'

/** Speaker that is heard in a time span. */
export interface HeardSpeaker {
  /** Number of the speaker, from 0. */
  readonly speaker: number
  /** Whether nobody else can be meant. A single unclear word between words of another speaker belongs to that speaker. */
  readonly isClear: boolean
}

/** @returns undefined if nobody is heard, or if the span has no times */
export type HearSpeaker = (start: number | null, end: number | null) => HeardSpeaker | undefined

/** Gives each segment its speaker. A segment in which speakers alternate is split, if its words have times. */
export function labelSegments(
  document: TranscriptDocument,
  hear: HearSpeaker,
  getName: (speaker: number) => string,
): TranscriptDocument {
  const label = (segment: Segment, speaker: number | undefined): Segment =>
    speaker === undefined ? segment : { ...segment, speaker: { ...segment.speaker, name: getName(speaker) } }
  const segments = document.segments.flatMap((segment) => {
    const runs = document.form === 'V2' ? splitBySpeaker(segment.words, hear) : []
    if (runs.length === 0) return [label(segment, hear(segment.start, segment.end)?.speaker)]
    return runs.map(({ words, speaker }, index) => {
      const start = index === 0 ? segment.start : (findTime(words, 'startTimestamp') ?? segment.start)
      const end =
        index === runs.length - 1 ? segment.end : (findTime(words.toReversed(), 'endTimestamp') ?? segment.end)
      return label({ ...segment, start, end, words }, speaker)
    })
  })
  return segments.length > LIMITS.segments ? document : { ...document, segments }
}

const findTime = (words: readonly Word[], name: 'startTimestamp' | 'endTimestamp'): number | undefined =>
  words.find((word) => word[name] !== null)?.[name] ?? undefined

interface Run {
  readonly words: Word[]
  readonly speaker: number
}

/** Consecutive words of one speaker. Words without times belong to the words before them. Empty if no word has times. */
function splitBySpeaker(words: readonly Word[], hear: HearSpeaker): Run[] {
  const heard = words.map((word) => hear(word.startTimestamp, word.endTimestamp))
  const first = heard.find((one) => one !== undefined)
  if (first === undefined) return []
  let current = first.speaker
  const runs: Run[] = []
  for (const [index, word] of words.entries()) {
    const here = heard[index]
    const isDoubtful =
      here !== undefined && !here.isClear && heard[index + 1]?.speaker !== here.speaker && runs.length > 0
    if (here !== undefined && !isDoubtful) current = here.speaker
    const last = runs.at(-1)
    if (last?.speaker === current) last.words.push(word)
    else runs.push({ words: [word], speaker: current })
  }
  return runs
}
