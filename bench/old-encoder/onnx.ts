/**
 * Models in the format of ONNX (https://onnx.ai), for graphs that are made on the spot: the few messages of onnx.proto
 * that a graph of numbers needs, in the encoding of Protocol Buffers.
 */

/** Numbers that are part of the model, by row. */
export interface OnnxTensor {
  readonly shape: readonly number[]
  readonly data: Float32Array | BigInt64Array
}

export interface OnnxNode {
  /** What it does: https://onnx.ai/onnx/operators/ */
  readonly op: string
  /** Names of tensors, of inputs, or of what other nodes give. */
  readonly takes: readonly string[]
  readonly gives: readonly string[]
  readonly settings?: Readonly<Record<string, OnnxSetting>>
}

/** A whole number, a list of those, or a float. */
export type OnnxSetting = number | readonly number[] | { readonly float: number }

/** What goes in or comes out; a name in the shape is a length that differs from run to run. */
export interface OnnxValue {
  readonly name: string
  readonly shape: readonly (number | string)[]
}

export interface OnnxGraph {
  readonly tensors: ReadonlyMap<string, OnnxTensor>
  /** Each behind those it takes from. */
  readonly nodes: readonly OnnxNode[]
  readonly inputs: readonly OnnxValue[]
  readonly outputs: readonly OnnxValue[]
}

const FLOAT = 1
const INT64 = 7
/** Of the format, and of the operators: the first that knows `LayerNormalization`. */
const FORMAT = 8
const OPERATORS = 17

export function writeOnnx({ tensors, nodes, inputs, outputs }: OnnxGraph): Buffer {
  return Buffer.concat([
    ...int(1, FORMAT),
    ...message(7, [
      ...nodes.flatMap((node) => message(1, nodeOf(node))),
      ...text(2, 'graph'),
      ...[...tensors].flatMap(([name, tensor]) => message(5, tensorOf(name, tensor))),
      ...inputs.flatMap((value) => message(11, endOf(value))),
      ...outputs.flatMap((value) => message(12, endOf(value))),
    ]),
    ...message(8, [...text(1, ''), ...int(2, OPERATORS)]),
  ])
}

function nodeOf({ op, takes, gives, settings = {} }: OnnxNode): Buffer[] {
  return [
    ...takes.flatMap((name) => text(1, name)),
    ...gives.flatMap((name) => text(2, name)),
    ...text(4, op),
    ...Object.entries(settings).flatMap(([name, setting]) => message(5, [...text(1, name), ...settingOf(setting)])),
  ]
}

function settingOf(setting: OnnxSetting): Buffer[] {
  if (typeof setting === 'number') return [...int(3, setting), ...int(20, 2)]
  if ('float' in setting) return [...float(2, setting.float), ...int(20, 1)]
  return [...setting.flatMap((number) => int(8, number)), ...int(20, 7)]
}

function tensorOf(name: string, { shape, data }: OnnxTensor): Buffer[] {
  return [
    ...shape.flatMap((size) => int(1, size)),
    ...int(2, data instanceof Float32Array ? FLOAT : INT64),
    ...text(8, name),
    ...message(9, [Buffer.from(data.buffer, data.byteOffset, data.byteLength)]),
  ]
}

function endOf({ name, shape }: OnnxValue): Buffer[] {
  const sizes = shape.flatMap((size) => message(1, typeof size === 'number' ? int(1, size) : text(2, size)))
  return [...text(1, name), ...message(2, message(1, [...int(1, FLOAT), ...message(2, sizes)]))]
}

/** A field of each kind, as parts that are put together once: weights are large. */
const int = (field: number, number: number): Buffer[] => [varint(field * 8), varint(number)]
const text = (field: number, content: string): Buffer[] => message(field, [Buffer.from(content)])

function message(field: number, parts: readonly Buffer[]): Buffer[] {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  return [varint(field * 8 + 2), varint(size), ...parts]
}

function float(field: number, number: number): Buffer[] {
  const content = Buffer.alloc(4)
  content.writeFloatLE(number)
  return [varint(field * 8 + 5), content]
}

/** Seven bits a byte, the low ones first; below zero, as 64 bits of two's complement. */
function varint(number: number): Buffer {
  const bytes: number[] = []
  let left = BigInt.asUintN(64, BigInt(number))
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128)
  return Buffer.from([...bytes, Number(left)])
}
