/**
 * The arithmetic of the sentence encoder, in AssemblyScript, for WebAssembly with 128-bit vectors and fused multiply-add
 * (relaxed SIMD). `npm run build:encoder` compiles it to `src/outbound/embeddings/kernel.wasm`. All arguments named after
 * matrices are addresses of 32-bit floats in the imported memory; the caller allocates.
 *
 * Matrices are multiplied in tiles of ROWS × COLUMNS. Both operands are packed before, in the order in which a tile reads
 * them: `a` as strips of ROWS rows, column by column, and `b` as strips of COLUMNS columns, row by row.
 */

/** 12 accumulators, 2 vectors of `b` and 1 of `a` fill the 15 vector registers that V8 uses on x64. */
const ROWS: i32 = 6
const COLUMNS: i32 = 8
const FLOAT: usize = 4

/** Flags of `multiply`, as bits. */
const RELU: i32 = 1
const ADD: i32 = 2

/** Packs `rows` rows of `width` floats, `stride` floats apart, into strips of ROWS rows. Missing rows are zero. */
export function packRows(strips: usize, a: usize, rows: i32, width: i32, stride: i32): void {
  let to = strips
  for (let first = 0; first < rows; first += ROWS) {
    for (let column = 0; column < width; column++) {
      for (let row = first; row < first + ROWS; row++) {
        const from = a + ((<usize>(row * stride + column)) << 2)
        store<f32>(to, row < rows ? load<f32>(from) : 0)
        to += FLOAT
      }
    }
  }
}

/**
 * Packs a matrix of `height` × `width` into strips of COLUMNS columns. Missing columns are zero. The element in row r and
 * column c is at `r × rowStride + c × columnStride`, so that a transposed matrix can be packed as well.
 */
export function packColumns(strips: usize, b: usize, height: i32, width: i32, rowStride: i32, columnStride: i32): void {
  let to = strips
  for (let first = 0; first < width; first += COLUMNS) {
    for (let row = 0; row < height; row++) {
      for (let column = first; column < first + COLUMNS; column++) {
        const from = b + ((<usize>(row * rowStride + column * columnStride)) << 2)
        store<f32>(to, column < width ? load<f32>(from) : 0)
        to += FLOAT
      }
    }
  }
}

/**
 * Multiplies packed matrices: c = a × b + bias, with `c` of `rows` × `columns`, both rounded up to whole tiles in memory,
 * and rows `stride` floats apart. `flags`: RELU replaces negative sums with zero, ADD adds them to what is in `c`.
 */
export function multiply(
  c: usize,
  stride: i32,
  a: usize,
  b: usize,
  bias: usize,
  rows: i32,
  columns: i32,
  depth: i32,
  flags: i32,
): void {
  const next = (<usize>stride) << 2
  const stripA = (<usize>(depth * ROWS)) << 2
  const stripB = (<usize>(depth * COLUMNS)) << 2
  for (let column = 0; column < columns; column += COLUMNS) {
    const left = bias + ((<usize>column) << 2)
    const start0 = v128.load(left)
    const start1 = v128.load(left, 16)
    let stripOfA = a
    for (let row = 0; row < rows; row += ROWS) {
      let c00 = start0,
        c01 = start1
      let c10 = start0,
        c11 = start1
      let c20 = start0,
        c21 = start1
      let c30 = start0,
        c31 = start1
      let c40 = start0,
        c41 = start1
      let c50 = start0,
        c51 = start1
      let pa = stripOfA
      let pb = b
      const end = b + stripB
      do {
        const b0 = v128.load(pb)
        const b1 = v128.load(pb, 16)
        let x = v128.load_splat<f32>(pa)
        c00 = f32x4.relaxed_madd(x, b0, c00)
        c01 = f32x4.relaxed_madd(x, b1, c01)
        x = v128.load_splat<f32>(pa, 4)
        c10 = f32x4.relaxed_madd(x, b0, c10)
        c11 = f32x4.relaxed_madd(x, b1, c11)
        x = v128.load_splat<f32>(pa, 8)
        c20 = f32x4.relaxed_madd(x, b0, c20)
        c21 = f32x4.relaxed_madd(x, b1, c21)
        x = v128.load_splat<f32>(pa, 12)
        c30 = f32x4.relaxed_madd(x, b0, c30)
        c31 = f32x4.relaxed_madd(x, b1, c31)
        x = v128.load_splat<f32>(pa, 16)
        c40 = f32x4.relaxed_madd(x, b0, c40)
        c41 = f32x4.relaxed_madd(x, b1, c41)
        x = v128.load_splat<f32>(pa, 20)
        c50 = f32x4.relaxed_madd(x, b0, c50)
        c51 = f32x4.relaxed_madd(x, b1, c51)
        pa += 24
        pb += 32
      } while (pb < end)
      stripOfA += stripA
      let to = c + ((<usize>(row * stride + column)) << 2)
      put(to, c00, c01, flags)
      to += next
      put(to, c10, c11, flags)
      to += next
      put(to, c20, c21, flags)
      to += next
      put(to, c30, c31, flags)
      to += next
      put(to, c40, c41, flags)
      to += next
      put(to, c50, c51, flags)
    }
    b += stripB
  }
}

function put(to: usize, one: v128, other: v128, flags: i32): void {
  if (flags & RELU) {
    const zero = f32x4.splat(0)
    one = f32x4.max(one, zero)
    other = f32x4.max(other, zero)
  }
  if (flags & ADD) {
    one = f32x4.add(one, v128.load(to))
    other = f32x4.add(other, v128.load(to, 16))
  }
  v128.store(to, one)
  v128.store(to, other, 16)
}

function sumOfLanes(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3))
}

/**
 * Normalizes each row to mean 0 and variance 1, then scales and shifts it (https://arxiv.org/abs/1607.06450). The width is
 * a multiple of 8.
 */
export function normalize(y: usize, x: usize, rows: i32, width: i32, scale: usize, shift: usize, epsilon: f32): void {
  const bytes = (<usize>width) << 2
  for (let row = 0; row < rows; row++) {
    // Two sums, because an addition starts only when the one before it is done.
    let sum = f32x4.splat(0),
      otherSum = sum
    for (let at: usize = 0; at < bytes; at += 32) {
      sum = f32x4.add(sum, v128.load(x + at))
      otherSum = f32x4.add(otherSum, v128.load(x + at, 16))
    }
    const mean = f32x4.splat(sumOfLanes(f32x4.add(sum, otherSum)) / <f32>width)
    let squares = f32x4.splat(0),
      otherSquares = squares
    for (let at: usize = 0; at < bytes; at += 32) {
      const distance = f32x4.sub(v128.load(x + at), mean)
      const otherDistance = f32x4.sub(v128.load(x + at, 16), mean)
      squares = f32x4.relaxed_madd(distance, distance, squares)
      otherSquares = f32x4.relaxed_madd(otherDistance, otherDistance, otherSquares)
    }
    const variance = sumOfLanes(f32x4.add(squares, otherSquares)) / <f32>width
    const factor = f32x4.splat(<f32>1 / sqrt<f32>(variance + epsilon))
    for (let at: usize = 0; at < bytes; at += 16) {
      const normal = f32x4.mul(f32x4.sub(v128.load(x + at), mean), factor)
      v128.store(y + at, f32x4.add(f32x4.mul(normal, v128.load(scale + at)), v128.load(shift + at)))
    }
    x += bytes
    y += bytes
  }
}

/** Softmax of the first `width` floats of each row. Rows are `stride` floats apart, a multiple of 4; the rest is zero. */
export function softmax(x: usize, rows: i32, width: i32, stride: i32): void {
  const bytes = (<usize>stride) << 2
  for (let row = 0; row < rows; row++) {
    for (let column = width; column < stride; column++) {
      store<f32>(x + ((<usize>column) << 2), -Infinity)
    }
    let largest = v128.load(x)
    for (let at: usize = 16; at < bytes; at += 16) largest = f32x4.pmax(largest, v128.load(x + at))
    const top = f32x4.splat(
      max<f32>(
        max<f32>(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1)),
        max<f32>(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3)),
      ),
    )
    let sum = f32x4.splat(0)
    for (let at: usize = 0; at < bytes; at += 16) {
      const power = exponential(f32x4.sub(v128.load(x + at), top))
      v128.store(x + at, power)
      sum = f32x4.add(sum, power)
    }
    const factor = f32x4.splat(<f32>1 / sumOfLanes(sum))
    for (let at: usize = 0; at < bytes; at += 16) v128.store(x + at, f32x4.mul(v128.load(x + at), factor))
    x += bytes
  }
}

/** e to the power of x, for x ≤ 0: 2 to the power of n, times a polynomial of the rest (Cephes, expf). */
function exponential(x: v128): v128 {
  // Below this, the result isn't a normal number, and counts as zero.
  const isNormal = f32x4.ge(x, f32x4.splat(-87.3))
  x = f32x4.max(x, f32x4.splat(-87.3))
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(<f32>Math.LOG2E)))
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)))
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.1219444e-4)))
  let p = f32x4.splat(1.98756915e-4)
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.3981999507e-3))
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3))
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2))
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1))
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1))
  p = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), f32x4.splat(1))
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23)
  return v128.and(f32x4.mul(p, power), isNormal)
}

/** Mean of the rows. */
export function mean(y: usize, x: usize, rows: i32, width: i32): void {
  const bytes = (<usize>width) << 2
  const factor = f32x4.splat(<f32>1 / <f32>rows)
  for (let at: usize = 0; at < bytes; at += 16) {
    let sum = f32x4.splat(0)
    let from = x + at
    for (let row = 0; row < rows; row++) {
      sum = f32x4.add(sum, v128.load(from))
      from += bytes
    }
    v128.store(y + at, f32x4.mul(sum, factor))
  }
}
