import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinSpans, type SoundWindow, splitIntoSoundWindows } from './sound-windows.ts'
import { RATE } from './wave.ts'

const loud = (seconds: number) => Float32Array.from({ length: seconds * RATE }, (_, i) => Math.sin(i / 5) * 0.5)
const silent = (seconds: number) => new Float32Array(seconds * RATE)
function joined(...parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

async function windows(sound: Float32Array, piece = 10_000): Promise<SoundWindow[]> {
  const pieces = (async function* () {
    for (let at = 0; at < sound.length; at += piece) yield sound.subarray(at, at + piece)
  })()
  return Array.fromAsync(splitIntoSoundWindows(pieces))
}

it('cuts in a pause, so that no word is cut', async () => {
  const found = await windows(joined(loud(25), silent(1), loud(20)))
  expect(found).toHaveLength(2)
  expect(found[1]?.offset).toBeGreaterThan(25)
  expect(found[1]?.offset).toBeLessThan(26)
})

it('gives windows of thirty seconds at most, one where the last one ended, whatever pieces the sound comes in', async () => {
  const sound = loud(70)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 5_000, max: 600_000 }), async (piece) => {
      const found = await windows(sound, piece)
      let at = 0
      for (const { samples, offset } of found) {
        expect(samples.length).toBeLessThanOrEqual(30 * RATE)
        expect(Math.round(offset * RATE)).toBe(at)
        at += samples.length
      }
      expect(at).toBe(sound.length)
    }),
    { numRuns: 3 },
  )
})

it('leaves out what is silent, and keeps the times of what is not', async () => {
  const found = await windows(joined(silent(60), loud(2)))
  expect(found).toHaveLength(1)
  const [only] = found
  const end = (only?.offset ?? 0) + (only?.samples.length ?? 0) / RATE
  expect(end).toBeCloseTo(62, 5)
  expect(await windows(silent(65))).toEqual([])
  expect(await windows(new Float32Array(0))).toEqual([])
})

it('reads only the given spans, and cuts those that are longer than a window', async () => {
  const sound = joined(silent(5), loud(3), silent(2), loud(40), silent(10))
  const spans = [
    { start: 4.5, end: 8.25 },
    { start: 10, end: 50 },
    { start: 59, end: 80 },
  ]
  for (const piece of [777, 10_000, 2_000_000]) {
    const pieces = (async function* () {
      for (let at = 0; at < sound.length; at += piece) yield sound.subarray(at, at + piece)
    })()
    const found = await Array.fromAsync(splitIntoSoundWindows(pieces, { spans, seconds: 28 }))
    expect(found.map(({ offset }) => Math.floor(offset * 10) / 10).slice(0, 2)).toEqual([4.5, 10])
    expect(found).toHaveLength(3)
    expect(found[0]?.samples).toEqual(sound.subarray(4.5 * RATE, 8.25 * RATE))
    const seconds = found.slice(1).reduce((sum, { samples }) => sum + samples.length, 0) / RATE
    expect(seconds).toBe(40)
  }
})

it('joins spans as long as they fit in a window', () => {
  const spans = [
    { start: 0, end: 10 },
    { start: 12, end: 29 },
    { start: 29.5, end: 35 },
  ]
  expect(joinSpans(spans)).toEqual([
    { start: 0, end: 29 },
    { start: 29.5, end: 35 },
  ])
  expect(joinSpans([])).toEqual([])
})
