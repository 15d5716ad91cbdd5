/** ZIP archives for tests, also such as no program writes. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface TestEntry {
  readonly name: string | Buffer
  readonly content: string | Buffer
  readonly flags?: number
  readonly method?: number
  /** Sizes and checksum that the list states, if they differ from the truth. */
  readonly size?: number
  readonly packed?: number
  readonly checksum?: number
  /** Position that the list states. */
  readonly offset?: number
  /** Name in the header of the entry itself. */
  readonly localName?: string
  /** File type and permissions of Unix. */
  readonly mode?: number
  /** Whether sizes and position are in the extra field of ZIP64; or the bytes of that field. */
  readonly zip64?: true | Buffer
}

/** Values in 64 bits, as in records of ZIP64. */
const longs = (...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 8)
  for (const [index, value] of values.entries()) buffer.writeBigUInt64LE(BigInt(value), index * 8)
  return buffer
}

const numbers = (...parts: readonly (readonly [number, 2 | 4])[]): Buffer =>
  Buffer.concat(
    parts.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes)
      if (bytes === 2) buffer.writeUInt16LE(value)
      else buffer.writeUInt32LE(value >>> 0)
      return buffer
    }),
  )

/** @param zip64 whether the archive ends with the records of ZIP64; or the position of the first one that they state */
export function zipArchive(entries: readonly TestEntry[], comment = '', zip64?: true | number): Buffer {
  const locals: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { flags = 0x0800, method = 8, mode = 0o100644, offset = at } = entry
    const content = Buffer.from(entry.content as string)
    const packed = method === 8 ? deflateRawSync(content) : content
    const name = Buffer.from(entry.name as string)
    const localName = Buffer.from(entry.localName ?? (entry.name as string))
    const sizes = [entry.size ?? content.length, entry.packed ?? packed.length] as const
    const long = entry.zip64 === true ? longs(...sizes, offset) : (entry.zip64 ?? Buffer.alloc(0))
    const extra = entry.zip64 === undefined ? long : Buffer.concat([numbers([1, 2], [long.length, 2]), long])
    const [size, packedSize, at64] = entry.zip64 === undefined ? [...sizes, offset] : [LARGE, LARGE, LARGE]
    const shared = (nameBytes: number, extraBytes: number) =>
      [
        ...[[20, 2] as const, [flags, 2] as const, [method, 2] as const, [0, 4] as const],
        ...[[entry.checksum ?? crc32(content), 4] as const, [packedSize, 4] as const],
        ...[[size, 4] as const, [nameBytes, 2] as const, [extraBytes, 2] as const],
      ] as const
    const local = Buffer.concat([numbers([0x04034b50, 4], ...shared(localName.length, 0)), localName, packed])
    locals.push(local)
    list.push(
      numbers([0x02014b50, 4], [0x0314, 2], ...shared(name.length, extra.length)),
      numbers([0, 2], [0, 2], [0, 2], [(mode << 16) >>> 0, 4], [at64, 4]),
      name,
      extra,
    )
    at += local.length
  }
  const directory = Buffer.concat(list)
  const count = zip64 === undefined ? entries.length : MANY
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2])
  const [size, position] = zip64 === undefined ? [directory.length, at] : [LARGE, LARGE]
  const tail = numbers([size, 4], [position, 4], [Buffer.byteLength(comment), 2])
  const large = zip64 === undefined ? [] : endOf64(entries.length, directory.length, at, zip64)
  return Buffer.concat([...locals, directory, ...large, end, tail, Buffer.from(comment)])
}

const [MANY, LARGE] = [0xffff, 0xffffffff]

/** Record at the end in ZIP64, and its locator. */
function endOf64(count: number, size: number, at: number, stated: true | number): Buffer[] {
  const record = [numbers([0x06064b50, 4]), longs(44), numbers([45, 2], [45, 2], [0, 4], [0, 4])]
  const position = stated === true ? at + size : stated
  const locator = [numbers([0x07064b50, 4], [0, 4]), longs(position), numbers([1, 4])]
  return [...record, longs(count, count, size, at), ...locator]
}
