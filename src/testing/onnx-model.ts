/**
 * Small ONNX models made on the spot, for tests of the programs that load models: protocol buffers as `onnx.proto3` of the
 * ONNX project defines them (IR version 8, opset 13). They have no weights that were learned.
 */

type TensorType = 'float' | 'int64'
type Dimension = number | string

export interface OnnxValue {
  readonly name: string
  readonly type: TensorType
  /** A string is a length that each call chooses. */
  readonly shape: readonly Dimension[]
}

export interface OnnxNode {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>
}

export interface OnnxConstant {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: readonly number[]
  /** Default `float`. */
  readonly type?: TensorType
}

export interface OnnxModel {
  readonly metadata: Readonly<Record<string, string | number>>
  readonly inputs: readonly OnnxValue[]
  readonly outputs: readonly OnnxValue[]
  readonly constants?: readonly OnnxConstant[]
  readonly nodes: readonly OnnxNode[]
}

/** Numbers of the types in `TensorProto.DataType`. */
const TYPES: Readonly<Record<TensorType, number>> = { float: 1, int64: 7 }
/** Numbers of whole numbers and of lists of them in `AttributeProto.AttributeType`. */
const [INT, INTS] = [2, 7]

/** @returns content of the file */
export function encodeOnnxModel({ metadata, inputs, outputs, constants = [], nodes }: OnnxModel): Buffer {
  const graph = message(
    ...nodes.map((node) => bytes(1, encodeNode(node))),
    bytes(2, 'graph'),
    ...constants.map((constant) => bytes(5, encodeConstant(constant))),
    ...inputs.map((input) => bytes(11, encodeValue(input))),
    ...outputs.map((output) => bytes(12, encodeValue(output))),
  )
  return message(
    number(1, 8),
    bytes(7, graph),
    bytes(8, message(bytes(1, ''), number(2, 13))),
    ...Object.entries(metadata).map(([key, value]) => bytes(14, message(bytes(1, key), bytes(2, String(value))))),
  )
}

function encodeNode({ operator, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  return message(
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, operator),
    ...Object.entries(attributes).map(([name, value]) =>
      bytes(
        5,
        typeof value === 'number'
          ? message(bytes(1, name), number(3, value), number(20, INT))
          : message(bytes(1, name), ...value.map((one) => number(8, one)), number(20, INTS)),
      ),
    ),
  )
}

function encodeConstant({ name, shape, values, type = 'float' }: OnnxConstant): Buffer {
  const raw = Buffer.alloc(values.length * (type === 'float' ? 4 : 8))
  for (const [index, value] of values.entries()) {
    if (type === 'float') raw.writeFloatLE(value, index * 4)
    else raw.writeBigInt64LE(BigInt(value), index * 8)
  }
  return message(...shape.map((length) => number(1, length)), number(2, TYPES[type]), bytes(8, name), bytes(9, raw))
}

function encodeValue({ name, type, shape }: OnnxValue): Buffer {
  const dimensions = shape.map((length) =>
    bytes(1, typeof length === 'number' ? message(number(1, length)) : message(bytes(2, length))),
  )
  const tensor = message(number(1, TYPES[type]), bytes(2, message(...dimensions)))
  return message(bytes(1, name), bytes(2, message(bytes(1, tensor))))
}

const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields)

/** Field that contains a string, bytes or a message. */
function bytes(field: number, content: string | Buffer): Buffer {
  const data = Buffer.from(content as string)
  return Buffer.concat([varint(field * 8 + 2), varint(data.length), data])
}

/** Field that contains a whole number. */
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)])

/** Variable length: seven bits in a byte, the lowest first. Negative numbers have ten bytes. */
function varint(value: number): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value))
  const all: number[] = []
  do {
    all.push(Number(rest & 127n) + (rest > 127n ? 128 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return Buffer.from(all)
}
