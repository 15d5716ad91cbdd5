/**
 * Generates recordings for demo calls, with one tone per word and one pitch per speaker. They make playback and transcript
 * synchronization visible without imitating voices. WAV, 8 bits, 8,000 samples per second.
 */
import type { DemoTurn } from './spoken.ts'

const RATE = 8_000
const PITCHES = [196, 262, 165, 233, 147]
/** Amplitude, out of a maximum of 127 for 8-bit samples. */
const LOUDNESS = 40
/** Fade-in and fade-out time of a tone, in seconds. */
const EDGE = 0.04
const SILENCE = 128

export function synthesizeRecording(turns: readonly DemoTurn[]): Buffer {
  const end = turns.at(-1)?.words.at(-1)?.endTimestamp ?? 0
  const samples = Buffer.alloc(Math.ceil((end + 1) * RATE), SILENCE)
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
  for (const { speaker, words } of turns) {
    const pitch = PITCHES[speakers.indexOf(speaker) % PITCHES.length] ?? 0
    for (const [index, { text, startTimestamp, endTimestamp }] of words.entries()) {
      // The pitch rises for a question and falls at the end of a sentence.
      const bend = text.endsWith('?') ? 1.19 : text.endsWith('.') ? 0.89 : 1 + 0.03 * ((index % 3) - 1)
      tone(samples, pitch * bend, startTimestamp, endTimestamp)
    }
  }
  return Buffer.concat([createWaveHeader(samples.length), samples])
}

function tone(samples: Buffer, pitch: number, from: number, to: number): void {
  const length = Math.floor((to - from) * RATE)
  const edge = Math.min(EDGE * RATE, length / 2)
  const first = Math.floor(from * RATE)
  for (let i = 0; i < length; i++) {
    const swell = Math.min(1, i / edge, (length - i) / edge)
    const turn = (2 * Math.PI * pitch * i) / RATE
    const value = Math.sin(turn) + 0.3 * Math.sin(2 * turn)
    samples[first + i] = Math.round(SILENCE + (LOUDNESS * swell * value) / 1.3)
  }
}

/** Header of a RIFF/WAVE file with PCM samples. */
function createWaveHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes, 40)
  return header
}
