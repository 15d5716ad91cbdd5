/** The sentence encoder on TensorFlow.js, compiled to WebAssembly: wherever Node runs, without native code. */
import { createRequire } from 'node:module'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { env, setBackend, type Tensor, tensor1d, tensor2d } from '@tensorflow/tfjs-core'
import type { Encode, EncoderFiles } from './embedding-encoder-files.ts'

export async function loadWasm({ graph, tensors, weights }: EncoderFiles): Promise<Encode> {
  setWasmPaths(
    createRequire(import.meta.url)
      .resolve('@tensorflow/tfjs-backend-wasm')
      .replace(/[^/\\]+$/, ''),
  )
  // More threads bring nothing: Node has none for it.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  if (!(await setBackend('wasm'))) throw new Error('WebAssembly does not start.')
  const model = await loadGraphModel({
    load: async () => ({ modelTopology: graph, weightSpecs: [...tensors] as [], weightData: weights.buffer }),
  })
  return (window) => encode(model, window)
}

async function encode(model: GraphModel, window: readonly number[]): Promise<Float32Array> {
  const given: Record<'indices' | 'values', Tensor> = {
    indices: tensor2d(
      window.flatMap((_, place) => [0, place]),
      [window.length, 2],
      'int32',
    ),
    values: tensor1d([...window], 'int32'),
  }
  try {
    const answer = (await model.executeAsync(given)) as Tensor
    try {
      return await answer.data<'float32'>()
    } finally {
      answer.dispose()
    }
  } finally {
    given.indices.dispose()
    given.values.dispose()
  }
}
