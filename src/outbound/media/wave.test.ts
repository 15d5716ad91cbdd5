import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wave, waveHeader } from '../../testing/sound.ts'
import { RATE, readSamples } from './wave.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
async function read(content: Buffer): Promise<Float32Array> {
  const path = join(folder, `file-${files++}`)
  await writeFile(path, content)
  const parts = await Array.fromAsync(readSamples(path))
  return Float32Array.from(parts.flatMap((part) => [...part]))
}

/** Frequency: number of upward zero crossings per second. */
const pitchOf = (samples: Float32Array) =>
  samples.filter((sample, i) => i > 0 && sample >= 0 && (samples[i - 1] ?? 0) < 0).length / (samples.length / RATE)

describe('does', () => {
  it.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000])(
    'gives one channel, 16,000 samples a second, of %i in two',
    async (rate) => {
      const samples = await read(wave({ seconds: 1.5, hertz: 300, rate, channels: 2 }))
      expect(Math.abs(samples.length - 1.5 * RATE)).toBeLessThanOrEqual(1)
      expect(pitchOf(samples)).toBeCloseTo(300, -1)
      expect(Math.max(...samples)).toBeCloseTo(0.5, 1)
    },
  )

  it.each([
    [1, 8, (b: Buffer, at: number, x: number) => b.writeUInt8(Math.round(x * 127) + 128, at)],
    [1, 16, (b: Buffer, at: number, x: number) => b.writeInt16LE(Math.round(x * 32_767), at * 2)],
    [1, 24, (b: Buffer, at: number, x: number) => b.writeIntLE(Math.round(x * 8_388_607), at * 3, 3)],
    [1, 32, (b: Buffer, at: number, x: number) => b.writeInt32LE(Math.round(x * 2_147_483_647), at * 4)],
    [3, 32, (b: Buffer, at: number, x: number) => b.writeFloatLE(x, at * 4)],
  ] as const)('reads samples of kind %i with %i bits', async (kind, bits, write) => {
    const wanted = [0, 0.5, -0.5, 0.99, -0.99, 0.25]
    const data = Buffer.alloc((wanted.length * bits) / 8)
    for (const [at, sample] of wanted.entries()) write(data, at, sample)
    const header = waveHeader({ rate: RATE, channels: 1, bits, kind, bytes: data.length })
    for (const [i, sample] of (await read(Buffer.concat([header, data]))).entries()) {
      expect(sample).toBeCloseTo(wanted[i] ?? Number.NaN, 1)
    }
  })

  it('keeps out what is too high for so few samples, where it would sound low', async () => {
    const samples = await read(wave({ seconds: 0.5, hertz: 16_000, rate: 48_000 }))
    expect(Math.max(...samples.map(Math.abs))).toBeLessThan(0.1)
  })

  it('reads a file of which the recorder did not know the length, and one that is cut off', async () => {
    const whole = wave({ seconds: 1 })
    const open = Buffer.from(whole)
    open.writeUInt32LE(0xffffffff, 40)
    expect((await read(open)).length).toBe(RATE)
    expect((await read(whole.subarray(0, whole.length / 2 + 21))).length).toBe(RATE / 2 - 1)
  })

  it('passes over what stands in front of the samples', async () => {
    const whole = wave({ seconds: 0.1 })
    const note = Buffer.from('LIST\u0005\u0000\u0000\u0000hello\u0000', 'latin1')
    expect((await read(Buffer.concat([whole.subarray(0, 36), note, whole.subarray(36)]))).length).toBe(RATE / 10)
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['what is no WAV file', Buffer.from('no sound at all, but long enough to look at')],
    ['one without samples', wave({ seconds: 1 }).subarray(0, 36)],
    ['samples packed in another way', waveHeader({ rate: 8_000, channels: 1, bits: 8, kind: 7, bytes: 0 })],
    ['no channels', waveHeader({ rate: 8_000, channels: 0, bits: 16, kind: 1, bytes: 0 })],
    ['no rate', waveHeader({ rate: 0, channels: 1, bits: 16, kind: 1, bytes: 0 })],
  ])('%s', async (_, content) => {
    await expect(read(content)).rejects.toMatchObject({ name: 'TranscriberFault', kind: 'form' })
  })
})
