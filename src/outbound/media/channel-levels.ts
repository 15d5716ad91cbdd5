/**
 * Recognizes recordings in which each side of a call has a channel of its own, by the sound. Both channels are rarely loud
 * at the same time, and what one contains isn't in the other. In stereo recordings of one place, both channels contain
 * nearly the same.
 */
import type { ChannelLevels } from '../../core/media.ts'
import type { StereoSamples } from './wave.ts'

/** Seconds of a step. Shorter than a syllable. */
const STEP = 0.05
/** Root mean square below which a step counts as silence (−50 dB). */
const SILENCE = 0.003
/** Ratio of loudness above which one channel speaks alone (9.5 dB). Echoes of the other side are softer. */
const ALONE = 3
/** Minimum share of the loud steps in which one channel speaks alone. */
const ALONE_SHARE = 0.6
/** Minimum share of the steps of a single speaker that belong to the channel that speaks less. Otherwise it is empty. */
const OTHER_SHARE = 0.01
/** Maximum correlation of the samples of both channels. */
const CORRELATION_MAX = 0.5

/** @returns undefined if the channels don't belong to different sides */
export async function measureChannels(sound: AsyncIterable<StereoSamples>): Promise<ChannelLevels | undefined> {
  const meter = createMeter()
  for await (const samples of sound) meter.add(samples)
  const channels = meter.finish()
  return areSeparate(channels, meter.correlation()) ? { step: STEP, channels } : undefined
}

function areSeparate([left, right]: ChannelLevels['channels'], correlation: number): boolean {
  let [loud, leftAlone, rightAlone] = [0, 0, 0]
  for (const [index, level] of left.entries()) {
    const other = right[index] ?? 0
    if (Math.max(level, other) < SILENCE) continue
    loud++
    if (level > ALONE * other) leftAlone++
    else if (other > ALONE * level) rightAlone++
  }
  const alone = leftAlone + rightAlone
  return (
    Math.abs(correlation) <= CORRELATION_MAX &&
    alone >= ALONE_SHARE * loud &&
    Math.min(leftAlone, rightAlone) >= Math.max(1, OTHER_SHARE * alone)
  )
}

/** Sums squares in steps, also across the ends of the given parts. */
function createMeter() {
  const steps: [number[], number[]] = [[], []]
  let squares: [number, number] = [0, 0]
  let count = 0
  let [all, leftSquares, rightSquares] = [0, 0, 0]
  const end = () => {
    for (const channel of [0, 1] as const) steps[channel].push(Math.sqrt(squares[channel] / count))
    squares = [0, 0]
    count = 0
  }
  return {
    add({ rate, left, right }: StereoSamples): void {
      const length = Math.round(rate * STEP)
      for (const [index, one] of left.entries()) {
        const other = right[index] ?? 0
        squares[0] += one * one
        squares[1] += other * other
        all += one * other
        leftSquares += one * one
        rightSquares += other * other
        if (++count === length) end()
      }
    },
    finish(): [Float32Array, Float32Array] {
      if (count > 0) end()
      return [Float32Array.from(steps[0]), Float32Array.from(steps[1])]
    },
    correlation: () => (leftSquares === 0 || rightSquares === 0 ? 0 : all / Math.sqrt(leftSquares * rightSquares)),
  }
}
