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

export function zipArchive(entries: readonly TestEntry[], comment = ''): Buffer {
  const locals: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { flags = 0x0800, method = 8, mode = 0o100644, offset = at } = entry
    const content = Buffer.from(entry.content as string)
    const packed = method === 8 ? deflateRawSync(content) : content
    const name = Buffer.from(entry.name as string)
    const localName = Buffer.from(entry.localName ?? (entry.name as string))
    const shared = (size: number) =>
      [
        ...[[20, 2] as const, [flags, 2] as const, [method, 2] as const, [0, 4] as const],
        ...[[entry.checksum ?? crc32(content), 4] as const, [entry.packed ?? packed.length, 4] as const],
        ...[[entry.size ?? content.length, 4] as const, [size, 2] as const, [0, 2] as const],
      ] as const
    const local = Buffer.concat([numbers([0x04034b50, 4], ...shared(localName.length)), localName, packed])
    locals.push(local)
    list.push(
      numbers([0x02014b50, 4], [0x0314, 2], ...shared(name.length)),
      numbers([0, 2], [0, 2], [0, 2], [(mode << 16) >>> 0, 4], [offset, 4]),
      name,
    )
    at += local.length
  }
  const directory = Buffer.concat(list)
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [entries.length, 2], [entries.length, 2])
  const tail = numbers([directory.length, 4], [at, 4], [Buffer.byteLength(comment), 2])
  return Buffer.concat([...locals, directory, end, tail, Buffer.from(comment)])
}
