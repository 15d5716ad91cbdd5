/**
 * The Universal Sentence Encoder Lite (English, 512 dimensions; https://arxiv.org/abs/1803.11175), on ONNX Runtime where
 * that runs, else on TensorFlow.js: the same weights, and vectors that are the same but for the last digits. Everything is
 * read from packages, nothing from the network.
 */
import type { Model, Say } from './embedding-answer.ts'
import { type Encode, type EncoderFiles, readEncoderFiles, readVocabulary, WINDOW } from './embedding-encoder-files.ts'
import { loadNative, type Runtime } from './embedding-encoder-native.ts'
import { createPieces } from './embedding-pieces.ts'

const DIMENSION = 512

/**
 * @param say is told when the encoder has to do without native code
 * @param runtime another one, for tests
 */
export async function loadEncoder(
  say: Say,
  runtime: () => Promise<Runtime> = () => import('onnxruntime-node'),
): Promise<Model> {
  const pieces = createPieces(await readVocabulary())
  const encode = await loadEncode(await readEncoderFiles(), say, runtime)

  return async (texts, _purpose, pause) => {
    const vectors: Float32Array[] = []
    for (const text of texts) {
      const sum = new Float32Array(DIMENSION)
      // One window a run: together they would be padded to one length, which changes the last digits.
      for (const window of inWindows(pieces(text))) {
        const vector = await encode(window)
        for (let part = 0; part < DIMENSION; part++) sum[part] = (sum[part] ?? 0) + (vector[part] ?? 0)
        await pause()
      }
      vectors.push(sum)
    }
    return vectors
  }
}

/** Native code is there for some platforms only, and one of those may still lack what it needs. */
async function loadEncode(files: EncoderFiles, say: Say, runtime: () => Promise<Runtime>): Promise<Encode> {
  try {
    return await loadNative(await runtime(), files)
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n')
    say('ONNX Runtime does not start here; the model runs on WebAssembly, several times slower', why)
    return (await import('./embedding-encoder-wasm.ts')).loadWasm(files)
  }
}

/**
 * The model reads one window of a text, and would cut off the rest: most of a passage is behind the first one. So longer
 * texts are read in several, of about the same length so that each counts the same, and their mean stands for the text.
 */
function inWindows(pieces: readonly number[]): (readonly number[])[] {
  const length = Math.ceil(pieces.length / Math.ceil(pieces.length / WINDOW))
  const windows: (readonly number[])[] = []
  for (let start = 0; start < pieces.length; start += length) windows.push(pieces.slice(start, start + length))
  return windows
}
