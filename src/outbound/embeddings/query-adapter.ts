/**
 * Query adapter: moves the vector of a question towards the vectors of its answers.
 *
 * The built-in encoder was trained to return similar vectors for sentences with the same meaning. A question and its
 * answer don't have the same meaning. The difference between their vectors is similar for all subjects, so a linear map
 * can correct it (decision 12). `npm run train:adapter` trains the map with questions, notes and topics that people
 * wrote about meetings. Only vectors of questions are adapted. Vectors of passages, and so all stored vectors, don't
 * change.
 */
import { readFile } from 'node:fs/promises'

/** Dimension of a vector. */
export const ADAPTED = 512

/**
 * Square matrix, row by row. The cell in row `from` and column `to` is the factor of number `from` in the sum that is
 * added to number `to`.
 */
export type QueryAdapter = Float32Array<ArrayBuffer>

/** File of the built-in adapter. */
export const ADAPTER_FILE = new URL('./query-adapter.bin', import.meta.url)
const STEP_BYTES = Float32Array.BYTES_PER_ELEMENT

/** Packs an adapter: the step as a little-endian 32-bit float, then each number as a signed byte in steps. */
export function packAdapter(adapter: QueryAdapter): Buffer {
  const step = adapter.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / 127 || 1
  const bytes = Buffer.alloc(STEP_BYTES + adapter.length)
  bytes.writeFloatLE(step)
  adapter.forEach((one, at) => void bytes.writeInt8(Math.round(one / step), STEP_BYTES + at))
  return bytes
}

/** Unpacks the format of `packAdapter`. @throws Error if the size is wrong */
export function unpackAdapter(bytes: Buffer): QueryAdapter {
  if (bytes.length !== STEP_BYTES + ADAPTED * ADAPTED) throw new Error('The query adapter is not of its encoder.')
  const step = bytes.readFloatLE()
  return Float32Array.from({ length: ADAPTED * ADAPTED }, (_, at) => bytes.readInt8(STEP_BYTES + at) * step)
}

/** Adapts a vector and scales it to length 1. */
export function adapted(vector: Float32Array, adapter: QueryAdapter): Float32Array {
  const turned = adapt(vector, adapter)
  const length = Math.hypot(...turned) || 1
  return turned.map((part) => part / length)
}

/** Adapts a vector without scaling the result. */
export function adapt(vector: Float32Array, adapter: QueryAdapter): Float32Array<ArrayBuffer> {
  const turned = Float32Array.from(vector)
  for (let from = 0; from < ADAPTED; from++) {
    const part = vector[from] as number
    for (let to = 0, cell = from * ADAPTED; to < ADAPTED; to++, cell++) {
      turned[to] = (turned[to] as number) + part * (adapter[cell] as number)
    }
  }
  return turned
}

/** @throws Error if the file is missing or invalid */
export const readAdapter = async (file: URL): Promise<QueryAdapter> => unpackAdapter(await readFile(file))
