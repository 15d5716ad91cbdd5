/** The sentence encoder as it was until decision 48: on ONNX Runtime, with a graph that is written when it is loaded. */
import { availableParallelism } from 'node:os'
import { env, InferenceSession, Tensor } from 'onnxruntime-node'
import type { Encode } from '../../src/outbound/embeddings/encoder.ts'
import type { EncoderFiles } from './files.ts'
import { type EncoderTables, PIECE_WIDTH, tablesOf, writeEncoder } from './graph.ts'

export async function loadNative(files: EncoderFiles): Promise<Encode> {
  // It would write warnings about hardware it does not need past every log.
  env.logLevel = 'error'
  const session = await InferenceSession.create(writeEncoder(files), {
    executionProviders: ['cpu'],
    // Requests keep half of the cores; more than a few have nothing to do in matrices of this size.
    intraOpNumThreads: Math.min(4, Math.max(1, availableParallelism() >> 1)),
    // Threads that wait for work take no time.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    // What a run took is given back behind it, at no cost in time.
    enableCpuMemArena: false,
  })
  const tables = tablesOf(files)
  return async (window) => {
    const pieces = new Tensor('float32', inPlaces(window, tables), [window.length, PIECE_WIDTH])
    const { vector } = await session.run({ pieces })
    if (vector === undefined) throw new Error('The model gives no vector.')
    return vector.data as Float32Array
  }
}

/** What is computed of pieces before there is anything to multiply: looked up, nothing is left to do. */
function inPlaces(window: readonly number[], { pieces, places }: EncoderTables): Float32Array {
  const rows = places.slice(0, window.length * PIECE_WIDTH)
  for (const [place, number] of window.entries()) {
    const [row, piece] = [place * PIECE_WIDTH, number * PIECE_WIDTH]
    for (let part = 0; part < PIECE_WIDTH; part++) {
      // Twice: the sum with the place is added to the piece itself.
      rows[row + part] = (rows[row + part] ?? 0) + 2 * (pieces[piece + part] ?? 0)
    }
  }
  return rows
}
