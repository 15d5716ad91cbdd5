/** Clock of a stream in WebVTT for HTTP Live Streaming (RFC 8216, section 3.5). */
import { TranscriptFault } from '../model.ts'
import { checkTime } from './collect.ts'
import { parseTime, type Timing } from './timing.ts'

const MAP = /^X-TIMESTAMP-MAP=(.*)$/
/** Units per second of the clock of a stream. */
const MPEG_RATE = 90_000
/** Clocks of streams start at up to 10 seconds, by the tools that make them. A later time is inside of the stream. */
const FIRST_SECONDS = 10

/**
 * Time of the cues at the start of the recording: the local time of `X-TIMESTAMP-MAP`, which belongs to the start of the
 * stream.
 * @returns undefined if the line is another one
 * @throws TranscriptFault if the file is a segment from inside of a stream, because its position isn't known
 */
export function readStreamClock(text: string, line: number): number | undefined {
  const map = MAP.exec(text)?.[1]
  if (map === undefined) return undefined
  const local = parseTime(/LOCAL:([\d:.]{1,20})/.exec(map)?.[1] ?? '')
  const mpeg = /MPEGTS:(\d{1,15})(?!\d)/.exec(map)?.[1]
  if (local === undefined || mpeg === undefined) {
    throw new TranscriptFault('The map of times must be `LOCAL:00:00:00.000,MPEGTS:0`.', { line })
  }
  if (Number(mpeg) / MPEG_RATE > FIRST_SECONDS) {
    throw new TranscriptFault(
      'The file is a segment of a stream, whose position in the recording isn’t known. Download the captions as one file.',
      { line },
    )
  }
  return local
}

/** Moves cues so that the local time `zero` is the start of the recording. */
export function shiftCues(cues: readonly (Timing & { readonly line: number })[], zero: number): void {
  for (const cue of cues) {
    const { line } = cue
    cue.start = checkTime(round(cue.start - zero), { line })
    cue.end = checkTime(round(cue.end - zero), { line })
  }
}

const round = (seconds: number): number => Math.round(seconds * 1e6) / 1e6
