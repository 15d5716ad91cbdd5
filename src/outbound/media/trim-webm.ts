/**
 * Finds where a WebM file ends that a browser wrote live and didn't complete. Libraries read nothing of the last cluster if
 * its last block is incomplete. The format is EBML (RFC 8794): elements of an ID, a size and content.
 */
import type { FileHandle } from 'node:fs/promises'

/** IDs of elements whose content consists of elements: Segment and Cluster. */
const PARENTS: ReadonlySet<number> = new Set([0x18538067, 0x1f43b675])
/** Maximum size of the header of an element: 4 bytes of the ID and 8 of the size. */
const HEADER_MAX = 12
const READ_BYTES = 256 * 1024

/** @returns the position after the last complete element */
export async function findWebmEnd(file: FileHandle, size: number): Promise<number> {
  const read = createReader(file, size)
  let end = 0
  for (;;) {
    const header = parseHeader(await read(end))
    if (header === undefined) return end
    const next = end + header.length + (PARENTS.has(header.id) ? 0 : header.size)
    if (next > size || !Number.isSafeInteger(next)) return end
    end = next
  }
}

/** Reads in larger pieces, because a long recording has hundreds of thousands of blocks. */
function createReader(file: FileHandle, size: number): (at: number) => Promise<Uint8Array> {
  let piece = Buffer.alloc(0)
  let start = 0
  return async (at) => {
    if (at < start || at + HEADER_MAX > start + piece.length) {
      start = at
      const buffer = Buffer.alloc(Math.max(0, Math.min(READ_BYTES, size - at)))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      piece = buffer.subarray(0, bytesRead)
    }
    return piece.subarray(at - start, at - start + HEADER_MAX)
  }
}

/** @returns undefined for an incomplete or invalid header; a size that isn't known is 0 */
function parseHeader(bytes: Uint8Array): { id: number; size: number; length: number } | undefined {
  const idLength = Math.clz32(bytes[0] ?? 0) - 23
  if (bytes[0] === undefined || idLength > 4) return undefined
  const sizeLength = Math.clz32(bytes[idLength] ?? 0) - 23
  const length = idLength + sizeLength
  if (sizeLength > 8 || bytes.length < length) return undefined
  const id = bytes.subarray(0, idLength).reduce((value, byte) => value * 256 + byte, 0)
  const mask = 2 ** (8 - sizeLength) - 1
  const digits = [(bytes[idLength] ?? 0) & mask, ...bytes.subarray(idLength + 1, length)]
  const isUnknown = digits[0] === mask && digits.slice(1).every((digit) => digit === 255)
  return { id, size: isUnknown ? 0 : digits.reduce((value, digit) => value * 256 + digit, 0), length }
}
