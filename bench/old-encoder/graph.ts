/**
 * What the Universal Sentence Encoder Lite computes, as a graph for ONNX Runtime: two layers of a transformer, the mean
 * of all pieces, and one dense layer. The published graph has the same in 317 steps, most of which put several texts of
 * different lengths side by side; here one window is read at a time.
 */
import { WINDOW } from '../../src/outbound/embeddings/encoder.ts'
import type { EncoderFiles } from './files.ts'
import { type OnnxNode, type OnnxSetting, type OnnxTensor, writeOnnx } from './onnx.ts'

/** Numbers of a piece, as it goes in. */
export const PIECE_WIDTH = 256
/** Of a piece inside, and of a text. */
const WIDTH = 512
const HEADS = 4
const EPSILON = 1e-6

/** By name, as published, without the two words all of them begin with. */
type Weights = (name: string) => { readonly shape: readonly number[]; readonly data: Float32Array<ArrayBuffer> }

/** Row by row: the vector of each piece, and what tells the places in a window apart. */
export interface EncoderTables {
  readonly pieces: Float32Array
  readonly places: Float32Array
}

export function tablesOf(files: EncoderFiles): EncoderTables {
  const weights = weightsOf(files)
  const { data: speeds } = weights(`${STACK}/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`)
  const places = new Float32Array(WINDOW * PIECE_WIDTH)
  for (let place = 0; place < WINDOW; place++) {
    for (const [wave, speed] of speeds.entries()) {
      const angle = Math.fround(place * speed)
      places[place * PIECE_WIDTH + wave] = Math.sin(angle)
      places[place * PIECE_WIDTH + speeds.length + wave] = Math.cos(angle)
    }
  }
  // A copy: the other weights need not be kept for it.
  return { pieces: weights('Embeddings_en').data.slice(), places }
}

const ENCODE = 'Encoder_en/KonaTransformer/Encode'
const STACK = `${ENCODE}/TransformerStack`

export function weightsOf({ tensors, weights }: EncoderFiles): Weights {
  const all = new Map<string, ReturnType<Weights>>()
  let place = 0
  for (const { name, shape } of tensors) {
    const size = shape.reduce((product, length) => product * length, 1)
    all.set(name.replace(/^module(_apply_default)?[/]/, ''), {
      shape,
      data: new Float32Array(weights.buffer, place, size),
    })
    place += size * Float32Array.BYTES_PER_ELEMENT
  }
  return (name) => {
    const found = all.get(name)
    if (found === undefined) throw new Error(`The model has no ${name}.`)
    return found
  }
}

/** Takes `pieces`, a row for each piece of one window; gives `vector`, of length one. */
export function writeEncoder(files: EncoderFiles): Buffer {
  const weights = weightsOf(files)
  const tensors = new Map<string, OnnxTensor>()
  const nodes: OnnxNode[] = []

  /** A matrix as rows and columns: some are published as those of a convolution of one point. */
  const keep = (name: string): string => {
    const { shape, data } = weights(name)
    tensors.set(name, { shape: shape.length === 4 ? shape.slice(2) : shape, data })
    return name
  }
  const integers = (...numbers: number[]): string => {
    const name = `integers ${numbers}`
    tensors.set(name, { shape: [numbers.length], data: BigInt64Array.from(numbers, BigInt) })
    return name
  }
  const several = (count: number, op: string, takes: readonly string[], settings: OnnxNode['settings'] = {}) => {
    const gives = Array.from({ length: count }, (_, n) => `${op} ${nodes.length} ${n}`)
    nodes.push({ op, takes, gives, settings })
    return gives as [string, ...string[]]
  }
  const node = (op: string, takes: readonly string[], settings?: Record<string, OnnxSetting>): string =>
    several(1, op, takes, settings)[0]

  const dense = (x: string, kernel: string, bias: string) => node('Gemm', [x, keep(kernel), keep(bias)])
  const normed = (x: string, name: string) =>
    node(
      'LayerNormalization',
      [x, keep(`${name}_scale/ConcatPartitions/concat`), keep(`${name}_bias/ConcatPartitions/concat`)],
      { epsilon: { float: EPSILON } },
    )

  function attention(x: string, layer: string, width: number): string {
    const [named, stacked] = [`${ENCODE}/${layer}/TransformerLayer`, `${STACK}/${layer}/TransformerLayer`]
    const transform = (x: string, name: string) =>
      dense(
        x,
        `${named}/MultiheadAttention/${name}/kernel/part_0`,
        `${named}/MultiheadAttention/${name}/bias/ConcatPartitions/concat`,
      )
    const all = transform(normed(x, `${named}/layer_prepostprocess/layer_norm/layer_norm`), 'qkv_transform_single')
    const byHead = (x: string, perm: readonly number[]) =>
      node('Transpose', [node('Reshape', [x, integers(-1, HEADS, width / HEADS)])], { perm })
    const [query, key, value] = several(3, 'Split', [all], { axis: 1 }) as [string, string, string]
    const asked = node('Mul', [byHead(query, [1, 0, 2]), keep(`${stacked}/MultiheadAttention/mul/y`)])
    const likeness = node('Softmax', [node('MatMul', [asked, byHead(key, [1, 2, 0])])], { axis: -1 })
    const answer = node('Transpose', [node('MatMul', [likeness, byHead(value, [1, 0, 2])])], { perm: [1, 0, 2] })
    return transform(node('Reshape', [answer, integers(-1, width)]), 'output_transform_single')
  }

  const layerPart = (layer: string, number: 1 | 2) =>
    [
      `${STACK}/${layer}/TransformerLayer/FFN/conv${number}/Tensordot/Reshape_1`,
      `${ENCODE}/${layer}/TransformerLayer/FFN/conv${number}/bias/ConcatPartitions/concat`,
    ] as const
  function hidden(x: string, layer: string): string {
    const even = normed(x, `${ENCODE}/${layer}/TransformerLayer/FFN/layer_prepostprocess/layer_norm/layer_norm`)
    return node('Relu', [dense(even, ...layerPart(layer, 1))])
  }
  const mean = (x: string) => node('ReduceMean', [x], { axes: [0], keepdims: 1 })

  const widening = `${ENCODE}/Layer_0/TransformerLayer/dense`
  const widened = dense(
    'pieces',
    `${widening}/kernel/ConcatPartitions/concat`,
    `${widening}/bias/ConcatPartitions/concat`,
  )
  const first = node('Add', [attention('pieces', 'Layer_0', PIECE_WIDTH), widened])
  const second = node('Add', [first, dense(hidden(first, 'Layer_0'), ...layerPart('Layer_0', 2))])
  const third = node('Add', [second, attention(second, 'Layer_1', WIDTH)])
  // The last step of a layer is linear, and a mean follows: the other way round it is done once instead of for each piece.
  const text = node('Add', [mean(third), dense(mean(hidden(third, 'Layer_1')), ...layerPart('Layer_1', 2))])
  const layer = 'Encoder_en/hidden_layers/tanh_layer_0'
  const bent = node('Tanh', [dense(text, `${layer}/weights`, `${layer}/bias`)])
  nodes.push({ op: 'LpNormalization', takes: [bent], gives: ['vector'], settings: { axis: -1, p: 2 } })

  return writeOnnx({
    tensors,
    nodes,
    inputs: [{ name: 'pieces', shape: ['length', PIECE_WIDTH] }],
    outputs: [{ name: 'vector', shape: [1, WIDTH] }],
  })
}
