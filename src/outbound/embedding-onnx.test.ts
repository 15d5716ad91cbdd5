import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, it } from 'vitest'
import { type OnnxNode, type OnnxTensor, writeOnnx } from './embedding-onnx.ts'

/** What ONNX Runtime makes of a graph from `x` to `y`. */
async function run(tensors: Record<string, OnnxTensor>, nodes: readonly OnnxNode[], rows: readonly number[][]) {
  const width = rows[0]?.length ?? 0
  const model = writeOnnx({
    tensors: new Map(Object.entries(tensors)),
    nodes,
    inputs: [{ name: 'x', shape: ['rows', width] }],
    outputs: [{ name: 'y', shape: ['a', 'b'] }],
  })
  const session = await InferenceSession.create(model)
  const { y } = await session.run({ x: new Tensor('float32', Float32Array.from(rows.flat()), [rows.length, width]) })
  return { shape: y?.dims, numbers: Array.from((y?.data ?? []) as Float32Array) }
}

const node = (op: string, takes: string[], gives: string, settings?: OnnxNode['settings']): OnnxNode => ({
  op,
  takes,
  gives: [gives],
  ...(settings && { settings }),
})

describe('a model in the format of ONNX', () => {
  it('has tensors, and settings of each kind', async () => {
    const shift = { shape: [1, 2], data: Float32Array.of(100, -0.5) }
    expect(
      await run(
        { shift },
        [
          node('Transpose', ['x'], 'turned', { perm: [1, 0] }),
          node('Gemm', ['x', 'turned', 'shift'], 'y', { alpha: { float: 0.5 }, beta: { float: 2 } }),
        ],
        [
          [1, 2],
          [3, 4],
        ],
      ),
    ).toEqual({ shape: [2, 2], numbers: [202.5, 4.5, 205.5, 11.5] })
  })

  it('has whole numbers below zero, in settings and in tensors', async () => {
    const shape = { shape: [2], data: BigInt64Array.of(-1n, 3n) }
    const nodes = [
      node('ReduceSum', ['x', 'last'], 'sums', { keepdims: 1 }),
      node('Concat', ['x', 'sums'], 'wide', { axis: -1 }),
    ]
    expect(
      await run(
        { shape, last: { shape: [1], data: BigInt64Array.of(-1n) } },
        [...nodes, node('Reshape', ['wide', 'shape'], 'y')],
        [[1, 2, 3, 4, 5]],
      ),
    ).toEqual({ shape: [2, 3], numbers: [1, 2, 3, 4, 5, 15] })
  })

  it('has tensors of any size, also parts of larger ones', async () => {
    for (const size of [1, 127, 128, 40_000]) {
      const all = Float32Array.from({ length: size + 2 }, (_, n) => n)
      const row = { shape: [1, size], data: all.subarray(1, -1) }
      const { shape, numbers } = await run({ row }, [node('MatMul', ['x', 'row'], 'y')], [[2], [3]])
      expect(shape).toEqual([2, size])
      expect([numbers[0], numbers.at(-1)]).toEqual([2, 3 * size])
    }
  })
})
