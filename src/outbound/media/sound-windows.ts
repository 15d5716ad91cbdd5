/** Splits audio into windows for the model, at the quietest positions, so that words are rarely cut. */
import { RATE } from './wave.ts'

export interface SoundWindow {
  readonly samples: Float32Array
  /** Start of the window in seconds. */
  readonly offset: number
}

/** Part of a recording in seconds. */
export interface TimeSpan {
  readonly start: number
  readonly end: number
}

/** Input length of Whisper models in seconds. */
export const WINDOW_SECONDS = 30
/** Maximum distance of a cut from the end of a window. */
const LOOK_BACK = 8 * RATE
/** Length of the pauses that are searched for. */
const PAUSE = 0.2 * RATE
/** Amplitude below which audio counts as silence (−60 dB). Models invent words for silent audio. */
const SILENCE = 0.001
/** The whole recording. */
const EVERYTHING: readonly TimeSpan[] = [{ start: 0, end: Number.POSITIVE_INFINITY }]

/**
 * @param options.spans parts that contain speech, in order and without overlaps. Defaults to the whole recording. A window
 *   never extends over the end of a span
 * @param options.seconds maximum length of a window, more than 8
 */
export async function* splitIntoSoundWindows(
  sound: AsyncIterable<Float32Array>,
  { spans = EVERYTHING, seconds = WINDOW_SECONDS }: { spans?: readonly TimeSpan[]; seconds?: number } = {},
): AsyncGenerator<SoundWindow> {
  const window = seconds * RATE
  let held = new Float32Array(window)
  let length = 0
  /** Position of the first held sample, and of the next sample of the recording. */
  let [first, next] = [0, 0]
  let index = 0
  function* take(until: number): Generator<SoundWindow> {
    const samples = held.slice(0, until)
    if (until > 0 && loudest(samples) > SILENCE) yield { samples, offset: first / RATE }
    const rest = held.slice(until, length)
    held = new Float32Array(window)
    held.set(rest)
    length = rest.length
    first += until
  }
  for await (const some of sound) {
    for (let at = 0; at < some.length; ) {
      const span = spans[index]
      if (span === undefined) return
      const [start, end] = [Math.round(span.start * RATE), Math.round(span.end * RATE)]
      if (next < start) {
        const skipped = Math.min(some.length - at, start - next)
        at += skipped
        next += skipped
        continue
      }
      if (length === 0) first = next
      const part = some.subarray(at, at + Math.min(window - length, end - next))
      held.set(part, length)
      length += part.length
      at += part.length
      next += part.length
      if (next >= end) {
        yield* take(length)
        index++
      } else if (length === window) yield* take(quietest(held, window - LOOK_BACK, window))
    }
  }
  if (length > 0) yield* take(length)
}

/** Joins neighboring spans, as long as they fit in one window with the pauses between them. */
export function joinSpans(spans: readonly TimeSpan[], seconds = WINDOW_SECONDS): TimeSpan[] {
  const joined: TimeSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last !== undefined && span.end - last.start <= seconds) joined[joined.length - 1] = { ...last, end: span.end }
    else joined.push(span)
  }
  return joined
}

/** Middle of the quietest pause in the range. */
function quietest(samples: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < from + PAUSE; i++) sum += (samples[i] ?? 0) ** 2
  let least = sum
  let place = from
  for (let i = from + 1; i + PAUSE <= to; i++) {
    sum += (samples[i + PAUSE - 1] ?? 0) ** 2 - (samples[i - 1] ?? 0) ** 2
    if (sum < least) {
      least = sum
      place = i
    }
  }
  return place + PAUSE / 2
}

/** Amplitude of the loudest tenth of a second. */
function loudest(samples: Float32Array): number {
  const stretch = RATE / 10
  let most = 0
  for (let from = 0; from < samples.length; from += stretch) {
    let sum = 0
    const to = Math.min(samples.length, from + stretch)
    for (let i = from; i < to; i++) sum += (samples[i] ?? 0) ** 2
    most = Math.max(most, Math.sqrt(sum / (to - from)))
  }
  return most
}
