/**
 * WebAssembly of the sentence encoder: matrices, normalization and softmax. The source is `tools/encoder/kernel.ts`,
 * which documents each function. `npm run build:encoder` compiles it. All addresses are in bytes, all sizes in floats.
 */
import { readFile } from 'node:fs/promises'

const KERNEL_FILE = new URL('./kernel.wasm', import.meta.url)
const PAGE_BYTES = 65_536
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT
/** Bytes of a SIMD vector. */
const ALIGNMENT = 16

/** Size of a tile, to which the sizes of a product are rounded up. */
export const TILE_ROWS = 6
export const TILE_COLUMNS = 8

/** Flags of `multiply`: `RELU` replaces negative sums with zero, `ADD` adds the sums to the existing result. */
export const RELU = 1
export const ADD = 2

interface Functions {
  packRows(strips: number, a: number, rows: number, width: number, stride: number): void
  packColumns(strips: number, b: number, height: number, width: number, rowStride: number, columnStride: number): void
  multiply(
    c: number,
    stride: number,
    a: number,
    b: number,
    bias: number,
    rows: number,
    columns: number,
    depth: number,
    flags: number,
  ): void
  normalize(y: number, x: number, rows: number, width: number, scale: number, shift: number, epsilon: number): void
  softmax(x: number, rows: number, width: number, stride: number): void
  mean(y: number, x: number, rows: number, width: number): void
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The part of the WebAssembly interface that this file uses. The types of Node.js don't contain it. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => Memory
  instantiate(
    code: Uint8Array,
    imports: { readonly env: { readonly memory: Memory } },
  ): Promise<{ readonly instance: { readonly exports: unknown } }>
}

export interface Kernel extends Functions {
  /** Reserves memory, zeroed, and returns its address. */
  allocate(floats: number): number
  /** Memory at an address. It is valid until the next call of `allocate`. */
  view(address: number, floats: number): Float32Array<ArrayBuffer>
}

export async function loadKernel(): Promise<Kernel> {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const { instance } = await WebAssembly.instantiate(await readFile(KERNEL_FILE), { env: { memory } })
  let end = ALIGNMENT
  return {
    ...(instance.exports as Functions),
    allocate(floats) {
      const address = end
      end += Math.ceil((floats * FLOAT_BYTES) / ALIGNMENT) * ALIGNMENT
      const missing = end - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
      return address
    },
    view: (address, floats) => new Float32Array(memory.buffer, address, floats),
  }
}
