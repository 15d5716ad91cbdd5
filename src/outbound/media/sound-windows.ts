/** Splits audio into windows for the model, at the quietest positions, so that words are rarely cut. */
import { RATE } from './wave.ts'

export interface SoundWindow {
  readonly samples: Float32Array
  /** Start of the window in seconds. */
  readonly offset: number
}

/** Input length of Whisper models. */
const WINDOW = 30 * RATE
/** Maximum distance of a cut from the end of a window. */
const LOOK_BACK = 8 * RATE
/** Length of the pauses that are searched for. */
const PAUSE = 0.2 * RATE
/** Amplitude below which audio counts as silence (−60 dB). Models invent words for silent audio. */
const SILENCE = 0.001

export async function* splitIntoSoundWindows(sound: AsyncIterable<Float32Array>): AsyncGenerator<SoundWindow> {
  let held = new Float32Array(WINDOW)
  let length = 0
  let passed = 0
  function* take(until: number): Generator<SoundWindow> {
    const samples = held.slice(0, until)
    if (loudest(samples) > SILENCE) yield { samples, offset: passed / RATE }
    const rest = held.slice(until, length)
    held = new Float32Array(WINDOW)
    held.set(rest)
    length = rest.length
    passed += until
  }
  for await (const some of sound) {
    for (let at = 0; at < some.length; ) {
      const part = some.subarray(at, at + WINDOW - length)
      held.set(part, length)
      length += part.length
      at += part.length
      if (length === WINDOW) yield* take(quietest(held, WINDOW - LOOK_BACK, WINDOW))
    }
  }
  if (length > 0) yield* take(length)
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
