/**
 * Speakers by channel: in a recording in which each side has a channel of its own, whoever is louder while a word is said
 * says it. That needs no model, and it is more reliable than the speakers of a transcriber, which hears both in one channel.
 */
import type { ChannelLevels } from '../../../core/media.ts'
import type { TranscriptDocument } from '../../text/transcripts/index.ts'
import { type HeardSpeaker, labelSegments } from './speaker-runs.ts'

/** Ratio of loudness from which a word clearly belongs to the louder channel. */
const CLEAR = 2

/**
 * Gives each segment the speaker of its channel. A segment in which the sides alternate is split, if its words have times.
 * @param names of the speakers of both channels
 */
export const labelChannels = (
  document: TranscriptDocument,
  levels: ChannelLevels,
  names: readonly [string, string],
): TranscriptDocument =>
  labelSegments(
    document,
    (start, end) => hearChannel(levels, start, end),
    (channel) => names[channel] ?? '',
  )

/** The louder channel of a time span. Undefined without times, or if both channels are silent. */
function hearChannel(
  { step, channels }: ChannelLevels,
  start: number | null,
  end: number | null,
): HeardSpeaker | undefined {
  if (start === null || end === null) return undefined
  const [from, to] = [Math.floor(start / step), Math.max(Math.ceil(end / step), Math.floor(start / step) + 1)]
  const [left, right] = channels.map((levels) =>
    Math.sqrt(levels.subarray(from, to).reduce((sum, level) => sum + level * level, 0)),
  ) as [number, number]
  if (left === 0 && right === 0) return undefined
  return { speaker: left >= right ? 0 : 1, isClear: Math.max(left, right) >= CLEAR * Math.min(left, right) }
}
