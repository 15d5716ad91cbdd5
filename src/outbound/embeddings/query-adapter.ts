/**
 * A query adapter: turns the vector of a question towards what answers it.
 *
 * The encoder that comes with us was taught that sentences are alike which mean the same. A question and what people said
 * when they talked about it are not alike in that way, and how they differ is much the same whatever is talked about. So
 * a linear map, learned by `npm run train:adapter` from questions, notes and topics that people wrote of meetings, is
 * laid over the vectors of questions (decision 12). Those of passages stay what they are, and so does what is stored.
 */
import { readFile } from 'node:fs/promises'

/** Numbers of a vector. */
export const ADAPTED = 512

/** What is added to each number of a vector: row-major, what the first of two numbers adds to the second. */
export type QueryAdapter = Float32Array<ArrayBuffer>

/** The one that comes along. */
export const ADAPTER_FILE = new URL('./query-adapter.bin', import.meta.url)
const STEP_BYTES = Float32Array.BYTES_PER_ELEMENT

/** A step as a little-endian float, then how many of them each number of the map is, a signed byte each. */
export function packAdapter(adapter: QueryAdapter): Buffer {
  const step = adapter.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / 127 || 1
  const bytes = Buffer.alloc(STEP_BYTES + adapter.length)
  bytes.writeFloatLE(step)
  adapter.forEach((one, at) => void bytes.writeInt8(Math.round(one / step), STEP_BYTES + at))
  return bytes
}

/** @throws Error where it is not as `packAdapter` has it */
export function unpackAdapter(bytes: Buffer): QueryAdapter {
  if (bytes.length !== STEP_BYTES + ADAPTED * ADAPTED) throw new Error('The query adapter is not of its encoder.')
  const step = bytes.readFloatLE()
  return Float32Array.from({ length: ADAPTED * ADAPTED }, (_, at) => bytes.readInt8(STEP_BYTES + at) * step)
}

/** @returns a unit vector */
export function adapted(vector: Float32Array, adapter: QueryAdapter): Float32Array {
  const turned = adapt(vector, adapter)
  const length = Math.hypot(...turned) || 1
  return turned.map((part) => part / length)
}

/** Of any length, as it comes out. */
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

/** @throws Error where it is missing or broken */
export const readAdapter = async (file: URL): Promise<QueryAdapter> => unpackAdapter(await readFile(file))
