/**
 * Weights and vocabulary of the sentence encoder, in one safetensors file (https://huggingface.co/docs/safetensors).
 *
 * The file contains the length of a JSON header in 8 bytes, the header, and the numbers. Matrices have 16-bit floats,
 * which halves their size, and vectors have 32-bit floats. `npm run build:encoder` converts the published files.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Vocabulary } from './subword-tokenizer.ts'

export const WEIGHTS_FILE = new URL('./encoder.safetensors', import.meta.url)

export interface ModelWeights {
  readonly vocabulary: Vocabulary
  /** Reads a tensor, row by row. @throws Error if the file doesn't contain the tensor */
  read(name: string): Float32Array | Float16Array
}

const tensor = z.object({
  dtype: z.enum(['F16', 'F32']),
  shape: z.array(z.int()),
  data_offsets: z.tuple([z.int(), z.int()]),
})
const header = z.looseObject({ __metadata__: z.object({ vocabulary: z.string() }) })

export async function readWeights(file = WEIGHTS_FILE): Promise<ModelWeights> {
  const bytes = await readFile(file)
  const start = 8 + Number(bytes.readBigUInt64LE())
  const { __metadata__: metadata, ...tensors } = header.parse(JSON.parse(bytes.toString('utf8', 8, start)))
  return {
    vocabulary: JSON.parse(metadata.vocabulary) as Vocabulary,
    read(name) {
      const { dtype, data_offsets: offsets } = tensor.parse(tensors[name])
      const [from, to] = offsets.map((offset) => bytes.byteOffset + start + offset) as [number, number]
      // Typed arrays require alignment, and a copy is aligned.
      const numbers = bytes.buffer.slice(from, to)
      return dtype === 'F16' ? new Float16Array(numbers) : new Float32Array(numbers)
    },
  }
}
