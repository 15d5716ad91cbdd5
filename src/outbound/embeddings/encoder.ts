/**
 * Universal Sentence Encoder Lite (English, 512 dimensions, https://arxiv.org/abs/1803.11175).
 *
 * It consists of two transformer layers, the mean over all pieces, and one dense layer. It runs on WebAssembly with
 * weights from one file of this repository. So it works without native code, other packages and a network.
 */
import type { EmbeddingModel } from './answer.ts'
import { ADD, type Kernel, loadKernel, RELU, TILE_COLUMNS, TILE_ROWS } from './kernel.ts'
import { createSubwordTokenizer, type Vocabulary } from './subword-tokenizer.ts'
import { type ModelWeights, readWeights } from './weights.ts'

/** Maximum number of pieces in one input of the model. */
export const WINDOW = 128
/** Dimension of a piece in the input. */
const PIECE_WIDTH = 256
/** Dimension of a piece inside the model, and of the vector of a text. */
const WIDTH = 512
const HIDDEN = 1_536
const HEADS = 4
const EPSILON = 1e-6

/** Computes the unit vector of a window of 1 to `WINDOW` pieces. */
export type Encode = (window: readonly number[]) => Float32Array | Promise<Float32Array>

export async function loadEncoder(): Promise<EmbeddingModel> {
  const weights = await readWeights()
  return createModel(weights.vocabulary, createEncode(await loadKernel(), weights))
}

/** Creates a model for texts of any length from a function that encodes one window. */
export function createModel(vocabulary: Vocabulary, encode: Encode): EmbeddingModel {
  const pieces = createSubwordTokenizer(vocabulary)
  return async (texts, _purpose, pause) => {
    const vectors: Float32Array[] = []
    for (const text of texts) {
      const sum = new Float32Array(WIDTH)
      for (const window of inWindows(pieces(text))) {
        const vector = await encode(window)
        for (let part = 0; part < WIDTH; part++) sum[part] = (sum[part] ?? 0) + (vector[part] ?? 0)
        await pause()
      }
      vectors.push(sum)
    }
    return vectors
  }
}

/**
 * Splits a text into windows.
 *
 * The model reads one window and would ignore the rest, which is most of a passage. So a longer text has several
 * windows, and the direction of its vector is their mean. Their lengths are about equal, so that each has the same weight.
 */
function inWindows(pieces: readonly number[]): (readonly number[])[] {
  const length = Math.ceil(pieces.length / Math.ceil(pieces.length / WINDOW))
  const windows: (readonly number[])[] = []
  for (let start = 0; start < pieces.length; start += length) windows.push(pieces.slice(start, start + length))
  return windows
}

/** Linear layer: addresses of a packed matrix and its bias. */
interface Linear {
  readonly matrix: number
  readonly bias: number
  readonly depth: number
  readonly columns: number
}

interface Norm {
  readonly scale: number
  readonly shift: number
}

export function createEncode(kernel: Kernel, weights: ModelWeights): Encode {
  const { allocate, view, packRows, packColumns, multiply, normalize, softmax, mean } = kernel

  function loadVector(name: string): number {
    const numbers = weights.read(name)
    const address = allocate(numbers.length)
    view(address, numbers.length).set(numbers)
    return address
  }
  const unpacked = allocate(WIDTH * HIDDEN)
  function loadLinear(name: string, depth: number, columns: number): Linear {
    const bias = loadVector(`${name}.bias`)
    const matrix = allocate(depth * columns)
    view(unpacked, depth * columns).set(weights.read(`${name}.matrix`))
    packColumns(matrix, unpacked, depth, columns, columns, 1)
    return { matrix, bias, depth, columns }
  }
  const loadNorm = (name: string): Norm => ({ scale: loadVector(`${name}.scale`), shift: loadVector(`${name}.shift`) })
  const loadLayer = (name: string, width: number) => ({
    width,
    attentionNorm: loadNorm(`${name}.attention.norm`),
    queryKeyValue: loadLinear(`${name}.attention.in`, width, 3 * width),
    joined: loadLinear(`${name}.attention.out`, width, WIDTH),
    hiddenNorm: loadNorm(`${name}.hidden.norm`),
    hidden: loadLinear(`${name}.hidden.in`, WIDTH, HIDDEN),
    result: loadLinear(`${name}.hidden.out`, HIDDEN, WIDTH),
  })
  type Layer = ReturnType<typeof loadLayer>

  const table = weights.read('pieces')
  const places = computePlaces(weights.read('waves'))
  const layers = [loadLayer('layers.0', PIECE_WIDTH), loadLayer('layers.1', WIDTH)] as const
  const widening = loadLinear('layers.0.widening', PIECE_WIDTH, WIDTH)
  const last = loadLinear('last', WIDTH, WIDTH)

  const rowsMax = Math.ceil(WINDOW / TILE_ROWS) * TILE_ROWS
  const strips = allocate(rowsMax * HIDDEN)
  const columnStrips = allocate(WINDOW * WINDOW)
  const noBias = allocate(WINDOW)
  const input = allocate(rowsMax * PIECE_WIDTH)
  const state = allocate(rowsMax * WIDTH)
  const even = allocate(rowsMax * WIDTH)
  const heads = allocate(rowsMax * 3 * WIDTH)
  const likeness = allocate(rowsMax * WINDOW)
  const joined = allocate(rowsMax * WIDTH)
  const hidden = allocate(rowsMax * HIDDEN)
  const hiddenMean = allocate(HIDDEN)
  const text = allocate(TILE_ROWS * WIDTH)
  const vector = allocate(TILE_ROWS * WIDTH)

  function apply(layer: Linear, to: number, from: number, rows: number, flags = 0): void {
    packRows(strips, from, rows, layer.depth, layer.depth)
    multiply(to, layer.columns, strips, layer.matrix, layer.bias, rows, layer.columns, layer.depth, flags)
  }

  function addAttention({ width, attentionNorm, queryKeyValue, joined: output }: Layer, from: number, rows: number) {
    normalize(even, from, rows, width, attentionNorm.scale, attentionNorm.shift, EPSILON)
    apply(queryKeyValue, heads, even, rows)
    const size = width / HEADS
    const columns = Math.ceil(rows / TILE_COLUMNS) * TILE_COLUMNS
    for (let head = 0; head < HEADS; head++) {
      const [query, key, value] = [0, 1, 2].map((part) => heads + 4 * (part * width + head * size)) as [
        number,
        number,
        number,
      ]
      packRows(strips, query, rows, size, 3 * width)
      packColumns(columnStrips, key, size, rows, 1, 3 * width)
      multiply(likeness, columns, strips, columnStrips, noBias, rows, columns, size, 0)
      softmax(likeness, rows, rows, columns)
      packRows(strips, likeness, rows, rows, columns)
      packColumns(columnStrips, value, rows, size, 3 * width, 1)
      multiply(joined + 4 * head * size, width, strips, columnStrips, noBias, rows, size, rows, 0)
    }
    apply(output, state, joined, rows, ADD)
  }

  function computeHidden({ hiddenNorm, hidden: layer }: Layer, rows: number): void {
    normalize(even, state, rows, WIDTH, hiddenNorm.scale, hiddenNorm.shift, EPSILON)
    apply(layer, hidden, even, rows, RELU)
  }

  return (window) => {
    const rows = window.length
    const numbers = view(input, rows * PIECE_WIDTH)
    for (const [place, piece] of window.entries()) {
      numbers.set(table.subarray(piece * PIECE_WIDTH, (piece + 1) * PIECE_WIDTH), place * PIECE_WIDTH)
    }
    // Pieces count twice, because the model adds the piece to the sum of piece and position.
    for (let at = 0; at < numbers.length; at++) numbers[at] = (places[at] ?? 0) + 2 * (numbers[at] ?? 0)
    const [first, second] = layers
    apply(widening, state, input, rows)
    addAttention(first, input, rows)
    computeHidden(first, rows)
    apply(first.result, state, hidden, rows, ADD)
    addAttention(second, state, rows)
    computeHidden(second, rows)
    // The last step of the layer is linear, so the mean can come first. The step then runs once, not for each piece.
    mean(text, state, rows, WIDTH)
    mean(hiddenMean, hidden, rows, HIDDEN)
    apply(second.result, text, hiddenMean, 1, ADD)
    apply(last, vector, text, 1)
    const bent = view(vector, WIDTH).map(Math.tanh)
    const length = Math.hypot(...bent)
    return bent.map((part) => part / length)
  }
}

/** Computes the position encoding of a window, row by row: sines, then cosines, of waves of different lengths. */
function computePlaces(speeds: ArrayLike<number>): Float32Array {
  const places = new Float32Array(WINDOW * PIECE_WIDTH)
  for (let place = 0; place < WINDOW; place++) {
    for (let wave = 0; wave < speeds.length; wave++) {
      const angle = Math.fround(place * (speeds[wave] ?? 0))
      places[place * PIECE_WIDTH + wave] = Math.sin(angle)
      places[place * PIECE_WIDTH + speeds.length + wave] = Math.cos(angle)
    }
  }
  return places
}
