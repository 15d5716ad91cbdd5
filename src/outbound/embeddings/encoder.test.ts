import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddingModel } from './answer.ts'
import recorded from './encoder.recorded.json' with { type: 'json' }
import { createEncode, type Encode, loadEncoder } from './encoder.ts'
import { loadKernel } from './kernel.ts'
import { readWeights } from './weights.ts'

const similarity = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, part, n) => sum + part * (other[n] ?? Number.NaN), 0) / (Math.hypot(...one) * Math.hypot(...other))

/** Largest difference of two vectors in any direction. */
const distance = (one: Float32Array, other: Float32Array) =>
  one.reduce((largest, part, n) => Math.max(largest, Math.abs(part - (other[n] ?? Number.NaN))), 0)

let model: EmbeddingModel
let encode: Encode
beforeAll(async () => {
  model = await loadEncoder()
  encode = createEncode(await loadKernel(), await readWeights())
})

describe('the sentence encoder', () => {
  // Vectors that are stored in a database were computed by ONNX Runtime with 32-bit weights.
  it.each(recorded.texts)('agrees with the encoder that it replaced: $text', async ({ text, vector }) => {
    const bytes = Uint8Array.from(Buffer.from(vector, 'base64'))
    const [computed = new Float32Array()] = await model([text], 'passage', async () => {})
    expect(1 - similarity(computed, new Float32Array(bytes.buffer))).toBeLessThan(3e-6)
  })

  it('returns the same vector of length 1 for the same window, whatever was computed before', async () => {
    const window = fc.array(fc.nat(7_999), { minLength: 1, maxLength: 128, size: 'max' })
    await fc.assert(
      fc.asyncProperty(window, window, async (pieces, others) => {
        const vector = await encode(pieces)
        expect(vector).toHaveLength(512)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
        await encode(others)
        expect(await encode(pieces)).toEqual(vector)
      }),
      { numRuns: 12, examples: [[[0], [1]]] },
    )
  })

  it('distinguishes the order of pieces', async () => {
    const [one, other] = [await encode([900, 17, 4_000]), await encode([4_000, 17, 900])]
    expect(distance(one, other)).toBeGreaterThan(1e-3)
  })

  it('runs the kernel that was compiled from its source', async () => {
    const source = await readFile(new URL('../../../tools/encoder/kernel.ts', import.meta.url))
    expect(createHash('sha256').update(source).digest('hex')).toBe(recorded.kernel)
  })
})
