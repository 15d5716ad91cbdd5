/**
 * Recordings of demo calls with synthesized voices, and the times of their words. `npm run build:demo-sound` creates the files
 * in `recordings/`.
 */
import { readFile } from 'node:fs/promises'
import type { DemoLine, DemoTurn } from './spoken.ts'

/** Name of the uploaded file. */
export const RECORDING_NAME = 'synthesized-voices.webm'

export const recordingFile = (id: string): URL => new URL(`recordings/${id}.webm`, import.meta.url)

export const wordTimesFile = (id: string): URL => new URL(`recordings/${id}.txt`, import.meta.url)

/** One line for each turn with the start and end of each word in seconds. */
export const formatWordTimes = (turns: readonly (readonly (readonly [start: number, end: number])[])[]): string =>
  turns.map((words) => `${words.map((span) => span.map((time) => time.toFixed(2)).join('-')).join(' ')}\n`).join('')

/** Turns of a call with the times of its recording. @throws Error if the text was changed after the synthesis */
export async function readSpokenTurns(id: string, lines: readonly DemoLine[]): Promise<DemoTurn[]> {
  const times = (await readFile(wordTimesFile(id), 'utf8')).trimEnd().split('\n')
  const turns = lines.map(({ speaker, text }, turn) => {
    const spans = times[turn]?.split(' ') ?? []
    const words = text.split(' ').map((word, index) => {
      const [start, end] = spans[index]?.split('-').map(Number) ?? []
      return { text: word, startTimestamp: start ?? Number.NaN, endTimestamp: end ?? Number.NaN }
    })
    return { speaker, words, isComplete: spans.length === words.length }
  })
  if (times.length !== lines.length || turns.some(({ isComplete }) => !isComplete)) {
    throw new Error(`The recording of ${id} doesn't match its text. Run npm run build:demo-sound ${id}.`)
  }
  return turns.map(({ speaker, words }) => ({ speaker, words }))
}
