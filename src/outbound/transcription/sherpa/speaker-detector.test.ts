import { expect, it } from 'vitest'
import { RATE } from '../../media/wave.ts'
import type { Sherpa } from './library.ts'
import { createSpeakerDetector } from './speaker-detector.ts'

/**
 * A library whose speakers are the levels of the samples, whole seconds of each. The numbers of the speakers differ in each
 * part, as they do in the real one, and a voice is the direction of its level.
 */
function createLibrary(): Sherpa {
  const compute = (samples: readonly number[]) => {
    const level = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
    return Float32Array.of(Math.cos(level * 10), Math.sin(level * 10))
  }
  return {
    OfflineSpeakerDiarization: class {
      process(samples: Float32Array) {
        const levels: number[] = []
        const turns = []
        for (let at = 0; at < samples.length; at += RATE) {
          const level = samples[at] ?? 0
          if (level === 0) continue
          if (!levels.includes(level)) levels.unshift(level)
          turns.push({ start: at / RATE, end: (at + RATE) / RATE, level })
        }
        return turns.map(({ start, end, level }) => ({ start, end, speaker: levels.indexOf(level) }))
      }
    },
    SpeakerEmbeddingExtractor: class {
      createStream() {
        const samples: number[] = []
        return { samples, acceptWaveform: (sound: { samples: Float32Array }) => void samples.push(...sound.samples) }
      }
      isReady = () => true
      compute = ({ samples }: { samples: number[] }) => compute(samples)
    },
  } as unknown as Sherpa
}

/** A letter for each second: a speaker, or `.` for silence. */
function detect(sound: string, partSeconds: number): string {
  const levels: Record<string, number> = { a: 0.05, b: 0.2, c: 0.4, '.': 0 }
  const detector = createSpeakerDetector(createLibrary(), { segmentation: '', embedding: '' }, 1, partSeconds * RATE)
  for (const letter of sound) detector.add(new Float32Array(RATE).fill(levels[letter] ?? 0))
  const turns = detector.finish()
  return [...sound].map((_, second) => turns.find(({ start }) => Math.round(start) === second)?.speaker ?? '.').join('')
}

it('recognizes voices again in the next part, and numbers speakers in the order of their first turns', () => {
  expect(detect('bbaab.ccb', 100)).toBe('00110.220')
  expect(detect('bbaab.ccb', 4)).toBe('00110.220')
  expect(detect('bbaab.ccb', 3)).toBe('00110.220')
})

it('finds nobody in silence', () => {
  expect(detect('....', 3)).toBe('....')
  expect(detect('', 3)).toBe('')
})
