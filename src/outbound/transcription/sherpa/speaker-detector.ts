/**
 * Speaker detection (diarization) of recordings of any length. sherpa-onnx needs all samples of what it compares, so a
 * recording is processed in parts. Speakers of two parts are the same if their voices are alike.
 */
import type { SpeakerTurn } from '../../../core/transcriber.ts'
import { RATE } from '../../media/wave.ts'
import type { Sherpa } from './library.ts'
import type { SpeakerModels } from './speaker-models.ts'

/** Length of a part in samples: 20 minutes, which need 77 MB. */
const PART = 20 * 60 * RATE
/** Distance of voices from which they belong to different speakers, and the same as a cosine. Defaults of sherpa-onnx. */
const DISTANCE = 0.5
const ALIKE = 1 - DISTANCE
/** Shortest turn, and longest pause within a turn, in seconds. */
const [TURN_SECONDS, PAUSE_SECONDS] = [0.3, 0.5]
/** Maximum length of the sound from which a voice is computed, in samples. */
const VOICE = 30 * RATE
/** Minimum length of the sound from which a voice is computed, in samples. */
const VOICE_MIN = RATE / 2

interface KnownVoice {
  /** Mean of the unit vectors of all parts. */
  readonly sum: Float64Array
}

export function createSpeakerDetector(sherpa: Sherpa, models: SpeakerModels, numThreads: number, part = PART) {
  const embedding = { model: models.embedding, numThreads, debug: 0, provider: 'cpu' }
  const diarization = new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: models.segmentation }, numThreads, debug: 0, provider: 'cpu' },
    embedding,
    clustering: { numClusters: -1, threshold: DISTANCE },
    ...{ minDurationOn: TURN_SECONDS, minDurationOff: PAUSE_SECONDS },
  })
  const extractor = new sherpa.SpeakerEmbeddingExtractor(embedding)
  const known: KnownVoice[] = []
  const turns: SpeakerTurn[] = []
  let held = new Float32Array(part)
  let length = 0
  let passed = 0

  function processPart(): void {
    const samples = held.subarray(0, length)
    const found = diarization.process(samples)
    const numbers = matchSpeakers(samples, found)
    for (const { start, end, speaker } of found) {
      const number = numbers.get(speaker)
      if (number !== undefined) turns.push({ start: start + passed / RATE, end: end + passed / RATE, speaker: number })
    }
    passed += length
    length = 0
  }

  /** Numbers of the speakers of a part in the whole recording. Who speaks most is matched first. */
  function matchSpeakers(samples: Float32Array, found: readonly SpeakerTurn[]): ReadonlyMap<number, number> {
    const bySpeaker = Map.groupBy(found, ({ speaker }) => speaker)
    const inOrder = [...bySpeaker].sort(([, a], [, b]) => measureTurns(b) - measureTurns(a))
    const numbers = new Map<number, number>()
    for (const [speaker, spoken] of inOrder) {
      const voice = computeVoice(samples, spoken)
      const best = voice === undefined ? undefined : findAlike(voice, new Set(numbers.values()))
      if (best !== undefined && voice !== undefined) {
        addVoice(known[best], voice)
        numbers.set(speaker, best)
      } else {
        numbers.set(speaker, known.push({ sum: voice ?? new Float64Array() }) - 1)
      }
    }
    return numbers
  }

  function findAlike(voice: Float64Array, taken: ReadonlySet<number>): number | undefined {
    let [best, most] = [undefined as number | undefined, ALIKE]
    for (const [index, { sum }] of known.entries()) {
      const alike = taken.has(index) ? 0 : computeCosine(voice, sum)
      if (alike >= most) [best, most] = [index, alike]
    }
    return best
  }

  /** Unit vector of a voice, from its longest turns. Undefined if it is heard too shortly. */
  function computeVoice(samples: Float32Array, spoken: readonly SpeakerTurn[]): Float64Array | undefined {
    const stream = extractor.createStream()
    let used = 0
    for (const { start, end } of spoken.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
      const sound = samples.subarray(Math.round(start * RATE), Math.round(end * RATE)).slice(0, VOICE - used)
      if (sound.length === 0) break
      stream.acceptWaveform({ samples: sound, sampleRate: RATE })
      used += sound.length
    }
    if (used < VOICE_MIN) return undefined
    stream.inputFinished?.()
    if (!extractor.isReady(stream)) return undefined
    return toUnit(extractor.compute(stream, false))
  }

  return {
    add(samples: Float32Array): void {
      for (let at = 0; at < samples.length; ) {
        const some = samples.subarray(at, at + part - length)
        held.set(some, length)
        length += some.length
        at += some.length
        if (length === part) processPart()
      }
    },
    /** @returns turns in order. Speakers are numbered from 0 in the order of their first turns */
    finish(): SpeakerTurn[] {
      if (length > 0) processPart()
      held = new Float32Array()
      const order = new Map<number, number>()
      return turns
        .sort((a, b) => a.start - b.start)
        .map(({ start, end, speaker }) => {
          if (!order.has(speaker)) order.set(speaker, order.size)
          return { start, end, speaker: order.get(speaker) ?? 0 }
        })
    },
  }
}

const measureTurns = (turns: readonly SpeakerTurn[]) => turns.reduce((sum, { start, end }) => sum + end - start, 0)

function toUnit(vector: Float32Array): Float64Array | undefined {
  const length = Math.hypot(...vector)
  return length > 0 && Number.isFinite(length) ? Float64Array.from(vector, (value) => value / length) : undefined
}

function addVoice(known: KnownVoice | undefined, voice: Float64Array): void {
  for (const [index, value] of voice.entries())
    if (known !== undefined) known.sum[index] = (known.sum[index] ?? 0) + value
}

function computeCosine(a: Float64Array, b: Float64Array): number {
  let [product, squares] = [0, 0]
  for (const [index, value] of b.entries()) {
    product += value * (a[index] ?? 0)
    squares += value * value
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
}
