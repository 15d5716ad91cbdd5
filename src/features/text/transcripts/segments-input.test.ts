import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import type { Segment } from './model.ts'
import { isShortInput, loadSegments, outlineSegments, toSegmentsInput } from './segments-input.ts'

const segmentOf = (n: number): Segment => ({
  speaker: { name: n % 2 === 0 ? 'Zoë' : '山田', ...(n % 3 === 0 ? { email: 'zoe@acme.example' } : {}) },
  start: n,
  end: n + 1,
  words: [{ text: `Größe ${n} 🎧 and ${'x'.repeat(100)}`, startTimestamp: n, endTimestamp: n + 1 }],
})
const segments = Array.from({ length: 8_000 }, (_, n) => segmentOf(n))
const large = await toSegmentsInput(JSON.stringify(segments))

it('keeps a small transcript as values and a large one as shared text with the same content', async () => {
  expect(await toSegmentsInput(JSON.stringify(segments.slice(0, 3)))).toEqual(segments.slice(0, 3))
  expect('json' in large && large.json.buffer instanceof SharedArrayBuffer).toBe(true)
  expect(loadSegments(large)).toEqual(segments)
  expect(isShortInput(large)).toBe(false)
})

it('parses each version of a transcript', async () => {
  const other = [...segments, segmentOf(9_000)]
  expect(loadSegments(await toSegmentsInput(JSON.stringify(other)))).toEqual(other)
  expect(loadSegments(large)).toEqual(segments)
})

it('never returns the words of a transcript before they were masked', async () => {
  const json = JSON.stringify(segments)
  loadSegments(await toSegmentsInput(json))
  // Of the same length, as masking can leave it.
  const masked = json.replaceAll('Größe', '█████')
  expect(JSON.stringify(loadSegments(await toSegmentsInput(masked)))).not.toContain('Größe')
})

it.each([0, 1])('copies in parts, none of which ends inside of a character (%i)', async (shift) => {
  const [first = segmentOf(0)] = segments
  const words = [{ text: `${'x'.repeat(shift)}${'🎧'.repeat(1_600_000)}`, startTimestamp: 0, endTimestamp: 1 }]
  expect(loadSegments(await toSegmentsInput(JSON.stringify([{ ...first, words }])))).toEqual([{ ...first, words }])
})

it('lets the event loop work while it copies a large one', async () => {
  let turns = 0
  let isCopying = true
  const count = () => {
    turns++
    if (isCopying) setImmediate(count)
  }
  const json = JSON.stringify(Array.from({ length: 40_000 }, (_, n) => segmentOf(n)))
  count()
  await toSegmentsInput(json)
  isCopying = false
  expect(turns).toBeGreaterThan(json.length / (1024 * 1024) - 1)
})

it('reaches another thread without a copy', async () => {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     parentPort.postMessage(workerData.json.buffer instanceof SharedArrayBuffer && workerData.json.length)`,
    { eval: true, workerData: large },
  )
  const seen = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  expect(seen).toBe('json' in large ? large.json.length : undefined)
  await worker.terminate()
})

it('outlines segments: their number, whether words were said, and each speaker once in order', () => {
  const speakers = [segmentOf(0), segmentOf(1), segmentOf(2), segmentOf(3)].map(({ speaker }) => speaker)
  expect(outlineSegments(large)).toEqual({ count: 8_000, hasWords: true, speakers })
  const silent = { ...segmentOf(0), words: [{ text: '… —', startTimestamp: 0, endTimestamp: 1 }] }
  expect(outlineSegments([silent])).toMatchObject({ count: 1, hasWords: false })
  expect(outlineSegments([])).toEqual({ count: 0, hasWords: false, speakers: [] })
})
