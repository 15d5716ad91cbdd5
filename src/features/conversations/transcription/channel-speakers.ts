/**
 * Speakers by channel: in a recording in which each side has a channel of its own, whoever is louder while a word is said
 * says it. That needs no model, and it is more reliable than the speakers of a transcriber, which hears both in one channel.
 */
import type { ChannelLevels } from '../../../core/media.ts'
import { LIMITS, type Segment, type TranscriptDocument, type Word } from '../../text/transcripts/index.ts'

type Channel = 0 | 1

/** Ratio of loudness below which a single word between words of the other side belongs to that side. */
const CLEAR = 2

interface Heard {
  readonly channel: Channel
  /** Ratio of the louder to the softer channel. */
  readonly ratio: number
}

/**
 * Gives each segment the speaker of its channel. A segment in which the sides alternate is split, if its words have times.
 * @param names of the speakers of both channels
 */
export function labelChannels(
  document: TranscriptDocument,
  levels: ChannelLevels,
  names: readonly [string, string],
): TranscriptDocument {
  const label = (segment: Segment, channel: Channel | undefined): Segment =>
    channel === undefined ? segment : { ...segment, speaker: { ...segment.speaker, name: names[channel] } }
  const segments = document.segments.flatMap((segment) => {
    const runs = document.form === 'V2' ? splitByChannel(segment.words, levels) : []
    if (runs.length === 0) return [label(segment, hear(levels, segment.start, segment.end)?.channel)]
    return runs.map(({ words, channel }, index) => {
      const start = index === 0 ? segment.start : (findTime(words, 'startTimestamp') ?? segment.start)
      const end =
        index === runs.length - 1 ? segment.end : (findTime(words.toReversed(), 'endTimestamp') ?? segment.end)
      return label({ ...segment, start, end, words }, channel)
    })
  })
  return segments.length > LIMITS.segments ? document : { ...document, segments }
}

const findTime = (words: readonly Word[], name: 'startTimestamp' | 'endTimestamp'): number | undefined =>
  words.find((word) => word[name] !== null)?.[name] ?? undefined

/** The louder channel of a time span. Undefined without times, or if both channels are silent. */
function hear({ step, channels }: ChannelLevels, start: number | null, end: number | null): Heard | undefined {
  if (start === null || end === null) return undefined
  const [from, to] = [Math.floor(start / step), Math.max(Math.ceil(end / step), Math.floor(start / step) + 1)]
  const [left, right] = channels.map((levels) =>
    Math.sqrt(levels.subarray(from, to).reduce((sum, level) => sum + level * level, 0)),
  ) as [number, number]
  if (left === 0 && right === 0) return undefined
  const softer = Math.min(left, right)
  return {
    channel: left >= right ? 0 : 1,
    ratio: softer === 0 ? Number.POSITIVE_INFINITY : Math.max(left, right) / softer,
  }
}

interface Run {
  readonly words: Word[]
  readonly channel: Channel
}

/** Consecutive words of one channel. Words without times belong to the words before them. Empty if no word has times. */
function splitByChannel(words: readonly Word[], levels: ChannelLevels): Run[] {
  const heard = words.map((word) => hear(levels, word.startTimestamp, word.endTimestamp))
  const first = heard.find((one) => one !== undefined)
  if (first === undefined) return []
  let current = first.channel
  const runs: { words: Word[]; channel: Channel }[] = []
  for (const [index, word] of words.entries()) {
    const here = heard[index]
    const isDoubtful =
      here !== undefined && here.ratio < CLEAR && heard[index + 1]?.channel !== here.channel && runs.length > 0
    if (here !== undefined && !isDoubtful) current = here.channel
    const last = runs.at(-1)
    if (last?.channel === current) last.words.push(word)
    else runs.push({ words: [word], channel: current })
  }
  return runs
}
