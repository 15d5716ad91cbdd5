import { memory } from '@tensorflow/tfjs-core'
import fc from 'fast-check'
import * as runtime from 'onnxruntime-node'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Model } from './embedding-answer.ts'
import { loadEncoder } from './embedding-encoder.ts'
import { type Encode, readEncoderFiles } from './embedding-encoder-files.ts'
import { loadNative } from './embedding-encoder-native.ts'
import { loadWasm } from './embedding-encoder-wasm.ts'

const TEXTS = [
  '',
  'How much does it cost?',
  '漢字 😀',
  'We will sign the contract next week, as soon as legal has looked at the clause about renewals. '.repeat(12),
]
const run = (model: Model, ...texts: string[]) => model(texts, 'passage', async () => {})
const said: string[][] = []
const say = (...notice: string[]) => void said.push(notice)

/** How far two vectors are apart at most, in any direction. */
const distance = (one: Float32Array, other: Float32Array) =>
  one.reduce((most, part, n) => Math.max(most, Math.abs(part - (other[n] ?? Number.NaN))), 0)

describe('the two ways to run the sentence encoder', () => {
  let native: Encode
  let wasm: Encode
  beforeAll(async () => {
    const files = await readEncoderFiles()
    native = await loadNative(runtime, files)
    wasm = await loadWasm(files)
  })

  it('give the same vector of length one for any window', async () => {
    const window = fc.array(fc.nat(7_999), { minLength: 1, maxLength: 128, size: 'max' })
    await fc.assert(
      fc.asyncProperty(window, async (pieces) => {
        const [one, other] = [await native(pieces), await wasm(pieces)]
        expect(one).toHaveLength(512)
        expect(Math.hypot(...one)).toBeCloseTo(1, 5)
        expect(distance(one, other)).toBeLessThan(2e-6)
      }),
      { numRuns: 12, examples: [[[0]], [Array(128).fill(7_999)], [Array.from({ length: 128 }, (_, n) => n * 50)]] },
    )
  })

  it('tell the order of pieces', async () => {
    const [one, other] = [await native([900, 17, 4_000]), await native([4_000, 17, 900])]
    expect(distance(one, other)).toBeGreaterThan(1e-3)
  })
})

describe('the sentence encoder', () => {
  it('runs on ONNX Runtime, and says nothing', async () => {
    const vectors = await run(await loadEncoder(say), ...TEXTS)
    expect(vectors.map(({ length }) => length)).toEqual([512, 512, 512, 512])
    expect(said).toEqual([])
  })

  it.each([
    ['is not there', async () => Promise.reject(new Error('Cannot find module ‘binding’\nRequire stack: …'))],
    [
      'does not start',
      async () => ({
        ...runtime,
        InferenceSession: { create: async () => Promise.reject(new Error('Cannot find module ‘binding’')) },
      }),
    ],
  ] as const)('says so when that %s, and runs on WebAssembly with the same vectors', async (_, broken) => {
    said.length = 0
    const model = await loadEncoder(say, broken as never)
    expect(said).toEqual([[expect.stringContaining('WebAssembly'), 'Cannot find module ‘binding’']])
    const wanted = await run(await loadEncoder(say), ...TEXTS)
    for (const [n, vector] of (await run(model, ...TEXTS)).entries()) {
      // These are sums of windows.
      expect(distance(vector, wanted[n] as Float32Array)).toBeLessThan(1e-5)
    }
  })

  it('holds no more on WebAssembly after many texts than after the first', async () => {
    const model = await loadEncoder(say, () => Promise.reject(new Error('None.')))
    await run(model, 'Text.')
    const { numTensors, numBytes } = memory()
    expect(numTensors).toBeGreaterThan(0)
    await run(model, ...Array.from({ length: 40 }, (_, n) => `Text ${n}.`))
    expect(memory()).toMatchObject({ numTensors, numBytes })
  })
})
