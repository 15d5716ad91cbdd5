import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UnreadableMedia } from '../../core/media.ts'
import { wave } from '../../testing/sound.ts'
import { createMediaReader } from './reader.ts'

const reader = createMediaReader({ warn: () => undefined })
let folder: string
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-parts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(bytes: Buffer): Promise<string> {
  const path = join(folder, `file-${files++}`)
  await writeFile(path, bytes)
  return path
}

async function joined(parts: readonly { bytes: Buffer; start: number }[]) {
  const target = join(folder, `joined-${files++}`)
  const written = await Promise.all(parts.map(async ({ bytes, start }) => ({ start, path: await write(bytes) })))
  const { duration } = await reader.joinParts(written, target)
  return { duration, bytes: await readFile(target), facts: await reader.read(target) }
}
const refused = (parts: readonly Buffer[]) =>
  joined(parts.map((bytes, start) => ({ bytes, start }))).then(
    () => 'joined',
    (error: UnreadableMedia) => error.reason,
  )

const RATE = 8_000
const tone = (seconds: number, more: { rate?: number; channels?: number } = {}) =>
  wave({ seconds, rate: RATE, ...more })

/** Samples of a WAV file with 16 bits and one channel. */
function samplesOf(bytes: Buffer): Int16Array {
  const from = bytes.indexOf('data', 0, 'latin1') + 8
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + from, bytes.byteOffset + bytes.length))
}

it('parts in WAV begin at their times, with silence between them', async () => {
  const { duration, bytes, facts } = await joined([
    { bytes: tone(1), start: 0 },
    { bytes: tone(0.5), start: 2.5 },
  ])
  expect([duration, facts.contentType, facts.duration]).toEqual([3, 'audio/wav', 3])
  const samples = samplesOf(bytes)
  const loudest = (from: number, to: number) => Math.max(...samples.subarray(from * RATE, to * RATE).map(Math.abs))
  expect([loudest(0, 1) > 10_000, loudest(1, 2.5), loudest(2.5, 3) > 10_000]).toEqual([true, 0, true])
})

it('a part that begins before the end of the previous one follows it, and so does one after a wrong clock', async () => {
  const start = [0, 0.5, 90_000]
  const { duration } = await joined(start.map((at) => ({ bytes: tone(1), start: at })))
  expect(duration).toBe(3)
})

/** Frame of MPEG 2 Layer III with 16,000 samples per second, 32 kbit/s and one channel: 144 bytes for 36 ms. */
function frame(content: number): Buffer {
  const bytes = Buffer.alloc(144, content)
  bytes.set([0xff, 0xf3, 0x48, 0xc4])
  return bytes
}
const mp3 = (frames: number, content: number) => Buffer.concat(Array.from({ length: frames }, () => frame(content)))

it('parts in MP3 are joined frame by frame', async () => {
  const { duration, bytes, facts } = await joined([
    { bytes: mp3(50, 0), start: 0 },
    { bytes: mp3(25, 0), start: 3.6 },
  ])
  // 1.8 s, 1.8 s of silence, 0.9 s.
  expect(duration).toBeCloseTo(4.5, 1)
  expect(facts).toMatchObject({ contentType: 'audio/mpeg', streams: [{ codec: 'mp3', sampleRate: 16_000 }] })
  expect(bytes.length).toBeGreaterThanOrEqual(124 * 144)
})

it('parts of different forms, rates or channels are refused', async () => {
  expect(await refused([tone(1), mp3(50, 0)])).toBe('unknown_form')
  expect(await refused([tone(1), tone(1, { rate: 16_000 })])).toBe('unknown_form')
  expect(await refused([tone(1), tone(1, { channels: 2 })])).toBe('unknown_form')
  expect(await refused([tone(1), Buffer.from('no sound')])).toBe('unknown_form')
})
