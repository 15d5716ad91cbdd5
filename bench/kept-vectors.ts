/** Vectors of an encoder that were worked out once, kept in a folder: a set of meetings takes minutes. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedding } from '../src/core/embedding.ts'

/** Unit vectors as the encoder has them, those of questions too: no query adapter is laid over them. */
export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>

export function keptVectors(embedding: Embedding, folder: string): Embed {
  return async (texts) => {
    const name = createHash('sha256')
      .update(JSON.stringify([embedding.model, 'passage', texts]))
      .digest('hex')
    const bytes = await keptBytes(join(folder, `${name}.f32`), async () => {
      const vectors = await embedding.embed(texts, 'passage')
      return Buffer.concat(vectors.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength)))
    })
    return unpacked(bytes, texts.length)
  }
}

/** What a file holds, or what is made and put there. */
export async function keptBytes(file: string, make: () => Promise<Buffer> | Buffer): Promise<Buffer> {
  const kept = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (kept !== undefined) return kept
  const made = await make()
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, made)
  return made
}

function unpacked(bytes: Buffer, count: number): Float32Array[] {
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const dimension = numbers.length / count
  return Array.from({ length: count }, (_, at) => numbers.subarray(at * dimension, (at + 1) * dimension))
}
