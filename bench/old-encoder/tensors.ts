/** Tensors of the published encoder under the names that `src/outbound/embeddings/encoder.ts` reads. */
import type { EncoderFiles } from './files.ts'
import { weightsOf } from './graph.ts'

interface NamedTensor {
  readonly shape: readonly number[]
  readonly data: Float32Array<ArrayBuffer>
}

const ENCODE = 'Encoder_en/KonaTransformer/Encode'
const STACK = `${ENCODE}/TransformerStack`

export function publishedTensors(files: EncoderFiles): Map<string, NamedTensor> {
  const weights = weightsOf(files)
  const tensors = new Map<string, NamedTensor>()
  const add = (name: string, published: string, change = (data: Float32Array<ArrayBuffer>, _width: number) => data) => {
    const { shape, data } = weights(published)
    // Some matrices are published as those of a convolution of one point, and some vectors with a dimension of 1.
    const sizes = shape.filter((size) => size !== 1)
    tensors.set(name, { shape: sizes, data: change(data.slice(), sizes.at(-1) ?? 1) })
  }
  const addNorm = (name: string, published: string) => {
    add(`${name}.scale`, `${published}_scale/ConcatPartitions/concat`)
    add(`${name}.shift`, `${published}_bias/ConcatPartitions/concat`)
  }

  add('pieces', 'Embeddings_en')
  add('waves', `${STACK}/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`)
  for (const number of [0, 1]) {
    const [named, stacked] = [ENCODE, STACK].map((root) => `${root}/Layer_${number}/TransformerLayer`)
    const attention = `${named}/MultiheadAttention`
    const [scale = Number.NaN] = weights(`${stacked}/MultiheadAttention/mul/y`).data
    addNorm(`layers.${number}.attention.norm`, `${named}/layer_prepostprocess/layer_norm/layer_norm`)
    const input = `layers.${number}.attention.in`
    const scaled = (data: Float32Array<ArrayBuffer>, width: number) => scaleQueries(data, width, scale)
    add(`${input}.matrix`, `${attention}/qkv_transform_single/kernel/part_0`, scaled)
    add(`${input}.bias`, `${attention}/qkv_transform_single/bias/ConcatPartitions/concat`, scaled)
    add(`layers.${number}.attention.out.matrix`, `${attention}/output_transform_single/kernel/part_0`)
    add(`layers.${number}.attention.out.bias`, `${attention}/output_transform_single/bias/ConcatPartitions/concat`)
    addNorm(`layers.${number}.hidden.norm`, `${named}/FFN/layer_prepostprocess/layer_norm/layer_norm`)
    for (const [part, place] of ['in', 'out'].entries()) {
      const convolution = `FFN/conv${part + 1}`
      add(`layers.${number}.hidden.${place}.matrix`, `${stacked}/${convolution}/Tensordot/Reshape_1`)
      add(`layers.${number}.hidden.${place}.bias`, `${named}/${convolution}/bias/ConcatPartitions/concat`)
    }
  }
  const widening = `${ENCODE}/Layer_0/TransformerLayer/dense`
  add('layers.0.widening.matrix', `${widening}/kernel/ConcatPartitions/concat`)
  add('layers.0.widening.bias', `${widening}/bias/ConcatPartitions/concat`)
  add('last.matrix', 'Encoder_en/hidden_layers/tanh_layer_0/weights')
  add('last.bias', 'Encoder_en/hidden_layers/tanh_layer_0/bias')
  return tensors
}

/** Scales the first third of each row: queries come before keys and values, and attention scales only queries. */
function scaleQueries(data: Float32Array<ArrayBuffer>, width: number, scale: number): Float32Array<ArrayBuffer> {
  return data.map((number, at) => (at % width < width / 3 ? number * scale : number))
}
