/**
 * Reads the metadata of ONNX models: `metadata_props` of `ModelProto` in `onnx.proto3` of the ONNX project. Weights are
 * skipped, so that a model of a gigabyte needs a few reads.
 */
import { type FileHandle, open } from 'node:fs/promises'

const METADATA_FIELD = 14
/** Maximum size of one entry in bytes. Entries with statistics of models have a few kilobytes. */
const ENTRY_MAX = 1_048_576
/** Maximum number of top-level fields, far above any model. */
const FIELDS_MAX = 100_000
/** Maximum length of a variable-length number in bytes. */
const VARINT_MAX = 10

/** Types of fields in protocol buffers. */
const [VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES] = [0, 1, 2, 5]

/** @throws Error if the file isn't a readable ONNX model */
export async function readOnnxMetadata(path: string): Promise<ReadonlyMap<string, string>> {
  const file = await open(path)
  try {
    return await readEntries(file)
  } finally {
    await file.close()
  }
}

async function readEntries(file: FileHandle): Promise<ReadonlyMap<string, string>> {
  const { size } = await file.stat()
  const entries = new Map<string, string>()
  let at = 0
  for (let fields = 0; at < size; fields++) {
    const head = await readAt(file, at, Math.min(2 * VARINT_MAX, size - at))
    const tag = readVarint(head, 0)
    const [field, type] = [tag.value >> 3, tag.value & 7]
    if (field === 0 || fields === FIELDS_MAX) throw unreadable()
    if (type === LENGTH) {
      const length = readVarint(head, tag.end)
      const start = at + length.end
      if (start + length.value > size) throw unreadable()
      if (field === METADATA_FIELD && length.value <= ENTRY_MAX) {
        const [key, value] = readEntry(await readAt(file, start, length.value))
        entries.set(key, value)
      }
      at = start + length.value
    } else if (type === VARINT) at += readVarint(head, tag.end).end
    else if (type === EIGHT_BYTES) at += tag.end + 8
    else if (type === FOUR_BYTES) at += tag.end + 4
    else throw unreadable()
  }
  return entries
}

/** Key and value of a `StringStringEntryProto`. */
function readEntry(entry: Buffer): [string, string] {
  const parts = ['', '']
  for (let at = 0; at < entry.length; ) {
    const tag = readVarint(entry, at)
    const length = readVarint(entry, tag.end)
    const end = length.end + length.value
    if ((tag.value & 7) !== LENGTH || end > entry.length) throw unreadable()
    const index = (tag.value >> 3) - 1
    if (index in parts) parts[index] = entry.toString('utf8', length.end, end)
    at = end
  }
  return [parts[0] ?? '', parts[1] ?? '']
}

function readVarint(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0
  for (let at = start; at < bytes.length && at < start + VARINT_MAX; at++) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * 2 ** (7 * (at - start))
    if (byte < 128) {
      if (!Number.isSafeInteger(value)) throw unreadable()
      return { value, end: at + 1 }
    }
  }
  throw unreadable()
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw unreadable()
  return buffer
}

const unreadable = () => new Error('The file is not a readable ONNX model.')
