/**
 * `npm run build:demo-sound`: synthesizes the recordings of the demo with their word times in `src/demo/recordings/`. They are
 * committed. Requires flite and FFmpeg (Debian packages `flite` and `ffmpeg`).
 *
 * Arguments are IDs of calls. Without arguments, the program builds all calls with `sound` in `src/demo/calls.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { TALKS } from '../src/demo/calls.ts'
import { formatWordTimes, recordingFile, wordTimesFile } from '../src/demo/recordings.ts'
import { type DemoLine, hashToFraction, parseDemoLines, splitSentences } from '../src/demo/spoken.ts'
import { alignWords, type Span } from './demo-sound/align.ts'
import { encode, pronounce, RATE, synthesize } from './demo-sound/programs.ts'
import { VOICES } from './demo-sound/voices.ts'

/** Seconds. */
const PAUSE = { first: 0.8, sentence: 0.28, last: 0.5, fade: 0.008 }
/** Loudness of each sentence as the root mean square of its sounds, out of 1. */
const LOUDNESS = 0.1
const PEAK = 0.9

interface SpokenSentence {
  readonly samples: Float32Array
  /** Times from the first sample. */
  readonly spans: readonly Span[]
}

const pronunciations = new Map<string, string[]>()

function findPronunciation(word: string): string[] {
  const known = pronunciations.get(word) ?? pronounce(word)
  pronunciations.set(word, known)
  return known
}

/** Sentence without the silence around it. */
function speak(speaker: string, words: readonly string[]): SpokenSentence {
  const voice = VOICES[speaker]
  if (voice === undefined) throw new Error(`${speaker} has no voice. Add one to scripts/demo-sound/voices.ts.`)
  const { samples, phones } = synthesize(words.join(' '), voice)
  const spans = alignWords(phones, words.map(findPronunciation))
  const [from, to] = [spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? 0]
  const cut = Float32Array.from(samples.subarray(Math.round(from * RATE), Math.round(to * RATE)))
  return { samples: normalize(cut), spans: spans.map(([start, end]) => [start - from, end - from]) }
}

/** Equal loudness of all sentences, without clicks at their edges. */
function normalize(samples: Float32Array): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 1)
  const gain = Math.min(LOUDNESS / Math.sqrt(power), PEAK / peak)
  const fade = PAUSE.fade * RATE
  return samples.map((sample, at) => sample * gain * Math.min(1, at / fade, (samples.length - at) / fade))
}

/** Pause before a turn in seconds. Short replies are fast, and answers to questions take longer. */
function findGap({ speaker, text }: DemoLine, before: DemoLine | undefined): number {
  if (before === undefined) return PAUSE.first
  const chance = hashToFraction(`${speaker}${text}`)
  if (text.length < 30) return 0.2 + 0.25 * chance
  return before.text.endsWith('?') ? 0.4 + 0.4 * chance : 0.3 + 0.35 * chance
}

function build(id: string): void {
  const lines = parseDemoLines(readFileSync(new URL(`../src/demo/talks/${id}.txt`, import.meta.url), 'utf8'))
  const parts: { readonly at: number; readonly samples: Float32Array }[] = []
  let at = 0
  const turns = lines.map((line, index) => {
    at += findGap(line, lines[index - 1])
    return splitSentences(line.text.split(' ')).flatMap((words, sentence) => {
      if (sentence > 0) at += PAUSE.sentence
      const { samples, spans } = speak(line.speaker, words)
      const start = at
      parts.push({ at: start, samples })
      at += samples.length / RATE
      return spans.map((span): Span => [start + span[0], start + span[1]])
    })
  })
  const whole = new Int16Array(Math.ceil((at + PAUSE.last) * RATE))
  for (const part of parts) {
    const first = Math.round(part.at * RATE)
    for (const [index, sample] of part.samples.entries()) whole[first + index] = Math.round(sample * 32_767)
  }
  encode(whole, fileURLToPath(recordingFile(id)))
  writeFileSync(wordTimesFile(id), formatWordTimes(turns))
  process.stdout.write(`${id}: ${at.toFixed(1)} s\n`)
}

const wanted = process.argv.slice(2)
const spoken = TALKS.filter(({ sound }) => sound).map(({ id }) => id)
for (const id of wanted)
  if (!spoken.includes(id)) throw new Error(`${id} isn't a call with sound. Use: ${spoken.join(', ')}.`)
for (const id of wanted.length === 0 ? spoken : wanted) build(id)
