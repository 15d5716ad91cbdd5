/**
 * Reads a ZIP archive of a stranger (PKWARE APPNOTE 4.3) from the disk, entry by entry. The list of entries is checked
 * completely before the first one is unpacked, and sizes in the list are limits for what is unpacked.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { TranscriptFault } from '../../text/transcripts/index.ts'

export interface ZipLimits {
  /** Maximum number of files. */
  readonly files: number
  /** Maximum size of one file and of all files, in bytes, when they are unpacked. */
  readonly fileBytes: number
  readonly totalBytes: number
}

export interface ZipEntry {
  /** Path with slashes, relative and without `..`. */
  readonly path: string
  /** Size in bytes when it is unpacked. */
  readonly size: number
  readonly packed: number
  readonly offset: number
  readonly isDeflated: boolean
  readonly checksum: number
  readonly rawName: Buffer
}

/** Maximum ratio of unpacked and packed size of a file that is larger than `RATIO_FROM`. Texts reach about 30. */
const RATIO_MAX = 200
const RATIO_FROM = 16 * 1024 ** 2
const DEPTH_MAX = 20
const PATH_MAX = 1_024
const NAME_BYTES_MAX = 255
const DIRECTORY_BYTES_MAX = 8 * 1024 ** 2
const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30]
const COMMENT_BYTES_MAX = 65_535
const [STORED, DEFLATED] = [0, 8]
/** Values that refer to the records of ZIP64 (sections 4.3.14, 4.3.15 and 4.5.3). */
const [MANY, LARGE] = [0xffff, 0xffffffff]
const [END64, LOCATOR64, EXTRA64] = [0x06064b50, 0x07064b50, 0x0001]
const [END64_BYTES, LOCATOR64_BYTES] = [56, 20]
/** Bits of the flags: encryption, encryption of the list. */
const ENCRYPTED = 0x0001 | 0x2000
const UTF8 = 0x0800
/** File type in the attributes of Unix, and the type of a symbolic link. */
const [TYPE, LINK] = [0o170000, 0o120000]

const damaged = () => new TranscriptFault('The archive is damaged. Create it again.')

/**
 * Lists the files of an archive. Folders and their entries aren't listed.
 * @throws TranscriptFault if the archive is damaged, encrypted, too large, or has a path that isn't safe
 */
export async function listZip(path: string, limits: ZipLimits): Promise<ZipEntry[]> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const end = await readEnd(handle, size)
    const directory = await readBytes(handle, end.offset, end.size)
    const entries = readDirectory(directory, end.count)
    checkEntries(entries, limits, end.offset)
    return entries
  } finally {
    await handle.close()
  }
}

async function readBytes(handle: FileHandle, from: number, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size)
  const { bytesRead } = await handle.read(buffer, 0, size, from)
  if (bytesRead < size) throw damaged()
  return buffer
}

/** Record at the end. Its comment must reach exactly to the end of the file, so that there is only one. */
async function readEnd(handle: FileHandle, total: number) {
  const from = Math.max(0, total - END_BYTES - COMMENT_BYTES_MAX)
  const tail = await readBytes(handle, from, total - from)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue
    const plain = {
      count: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    }
    const isLarge = plain.count === MANY || plain.size === LARGE || plain.offset === LARGE
    const { count, size, offset, before } = isLarge
      ? await readEnd64(handle, from + at)
      : { ...plain, before: from + at }
    if (tail.readUInt16LE(at + 4) !== 0 || offset + size > before) throw damaged()
    if (size > DIRECTORY_BYTES_MAX)
      throw new TranscriptFault('The list of files in the archive is too large. Split it.')
    return { count, size, offset }
  }
  throw damaged()
}

/** Records of ZIP64, which precede the one at the end. */
async function readEnd64(handle: FileHandle, end: number) {
  if (end < LOCATOR64_BYTES + END64_BYTES) throw damaged()
  const locator = await readBytes(handle, end - LOCATOR64_BYTES, LOCATOR64_BYTES)
  const before = toNumber(locator.readBigUInt64LE(8))
  if (locator.readUInt32LE(0) !== LOCATOR64 || before + END64_BYTES > end - LOCATOR64_BYTES) throw damaged()
  const record = await readBytes(handle, before, END64_BYTES)
  if (record.readUInt32LE(0) !== END64 || record.readUInt32LE(16) !== 0) throw damaged()
  const [count, size, offset] = [32, 40, 48].map((field) => toNumber(record.readBigUInt64LE(field))) as [
    number,
    number,
    number,
  ]
  return { count, size, offset, before }
}

/** Sizes beyond the limits of numbers are those of damaged archives. */
function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged()
  return Number(value)
}

/** Sizes and position of an entry. The extra field of ZIP64 contains those that don't fit, in this order. */
function readSizes(bytes: Buffer, at: number, extra: Buffer): { size: number; packed: number; offset: number } {
  const [size, packed, offset] = [24, 20, 42].map((field) => bytes.readUInt32LE(at + field)) as [number, number, number]
  const large = findExtra64(extra)
  let next = 0
  const read = (value: number): number => {
    if (value !== LARGE) return value
    if (large === undefined || next + 8 > large.length) throw damaged()
    next += 8
    return toNumber(large.readBigUInt64LE(next - 8))
  }
  return { size: read(size), packed: read(packed), offset: read(offset) }
}

function findExtra64(extra: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === EXTRA64) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  }
  return undefined
}

function readDirectory(bytes: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged()
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const end = at + ENTRY_BYTES + name + extra + comment
    if (end > bytes.length) throw damaged()
    const rawName = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name)
    const flags = bytes.readUInt16LE(at + 8)
    const path = decodeName(rawName, (flags & UTF8) !== 0).replaceAll('\\', '/')
    const method = bytes.readUInt16LE(at + 10)
    const entry = {
      ...{ path, rawName, isDeflated: method === DEFLATED, checksum: bytes.readUInt32LE(at + 16) },
      ...readSizes(bytes, at, bytes.subarray(at + ENTRY_BYTES + name, at + ENTRY_BYTES + name + extra)),
    }
    const mode = bytes.readUInt32LE(at + 38) >>> 16
    at = end
    checkPath(path)
    if (path.endsWith('/')) continue
    if ((flags & ENCRYPTED) !== 0)
      throw new TranscriptFault(
        `The file \`${path}\` in the archive is encrypted. Create the archive without password.`,
      )
    if (method !== STORED && method !== DEFLATED)
      throw new TranscriptFault(
        `The file \`${path}\` is compressed in an unusual way. Create the archive with Deflate.`,
      )
    if ((mode & TYPE) === LINK)
      throw new TranscriptFault(`The entry \`${path}\` of the archive is a link. Add the file itself.`)
    if (!entry.isDeflated && entry.packed !== entry.size) throw damaged()
    entries.push(entry)
  }
  return entries
}

/** Names are UTF-8, or in an old code page of which only ASCII is sure. */
function decodeName(bytes: Buffer, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (isUtf8) throw damaged()
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function checkPath(path: string): void {
  const refuse = (rule: string) => new TranscriptFault(`The archive has the path \`${path.slice(0, 100)}\`. ${rule}`)
  if (path === '' || /\p{Cc}/u.test(path))
    throw new TranscriptFault('The archive has a path that is empty or has control characters. Rename the file.')
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) throw refuse('Paths in an archive must be relative.')
  const parts = path.replace(/\/$/, '').split('/')
  if (parts.some((part) => part === '..' || part === '.' || part === ''))
    throw refuse('A path must not have the parts `.` and `..`, and no empty part.')
  if (parts.length > DEPTH_MAX) throw refuse(`A path has at most ${DEPTH_MAX} folders.`)
  if (path.length > PATH_MAX || parts.some((part) => Buffer.byteLength(part) > NAME_BYTES_MAX))
    throw refuse(`A path has at most ${PATH_MAX} characters, and a name at most ${NAME_BYTES_MAX} bytes.`)
}

function checkEntries(entries: readonly ZipEntry[], limits: ZipLimits, directoryAt: number): void {
  if (entries.length > limits.files)
    throw new TranscriptFault(`The archive has more than ${limits.files} files. Split it.`)
  const names = new Set<string>()
  const folders = new Set<string>()
  let total = 0
  for (const { path, size, packed } of entries) {
    total += size
    const key = toKey(path)
    if (names.has(key)) throw new TranscriptFault(`The archive has the file \`${path}\` twice. Remove one of them.`)
    names.add(key)
    for (let at = key.indexOf('/'); at !== -1; at = key.indexOf('/', at + 1)) folders.add(key.slice(0, at))
    if (size > limits.fileBytes)
      throw new TranscriptFault(`The file \`${path}\` has more than ${toGigabytes(limits.fileBytes)}. Remove it.`)
    if (size > RATIO_FROM && size > packed * RATIO_MAX)
      throw new TranscriptFault(
        `The file \`${path}\` is more than ${RATIO_MAX} times as large when it is unpacked. Send it on its own.`,
      )
  }
  const both = entries.find(({ path }) => folders.has(toKey(path)))
  if (both !== undefined)
    throw new TranscriptFault(`The path \`${both.path}\` is a file and a folder in the archive. Rename one of them.`)
  if (total > limits.totalBytes)
    throw new TranscriptFault(
      `The archive has more than ${toGigabytes(limits.totalBytes)} when it is unpacked. Split it.`,
    )
  checkOverlap(entries, directoryAt)
}

/** Paths that are the same file on some file systems are equal. */
const toKey = (path: string): string => path.normalize('NFC').toLowerCase()

const toGigabytes = (bytes: number): string => `${bytes / 1024 ** 3} GiB`

/** Entries that share bytes expand a small archive without limit. */
function checkOverlap(entries: readonly ZipEntry[], directoryAt: number): void {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset)
  for (const [index, { offset, packed, rawName }] of sorted.entries()) {
    const next = sorted[index + 1]?.offset ?? directoryAt
    if (offset + LOCAL_BYTES + rawName.length + packed > next) throw damaged()
  }
}

/**
 * Unpacks one file. It is written completely, or the promise rejects.
 * @param path path of the archive
 * @returns SHA-256 of the file in hex
 * @throws TranscriptFault if the file is damaged, or has another size than the list of the archive says
 */
export async function unpackZipEntry(
  path: string,
  { size, packed, offset, isDeflated, checksum, rawName }: ZipEntry,
  target: string,
  signal: AbortSignal,
): Promise<string> {
  const from = await findContent(path, offset, rawName, isDeflated)
  const hash = createHash('sha256')
  let unpacked = 0
  let sum = 0
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      unpacked += chunk.length
      if (unpacked > size) return done(damaged())
      sum = crc32(chunk, sum)
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const output = createWriteStream(target, { mode: 0o600, flags: 'wx' })
  try {
    if (packed === 0) await pipeline([], counter, output, { signal })
    else {
      const content = createReadStream(path, { start: from, end: from + packed - 1 })
      if (isDeflated) await pipeline(content, createInflateRaw(), counter, output, { signal })
      else await pipeline(content, counter, output, { signal })
    }
  } catch (error) {
    // Errors of zlib have codes such as Z_DATA_ERROR. Others are of the disk or the request.
    if (/^Z_/.test((error as { code?: string }).code ?? '')) throw damaged()
    throw error
  }
  if (unpacked !== size || sum !== checksum) throw damaged()
  return hash.digest('hex')
}

/** Position of the content of an entry, after its own header, which must be of the same file. */
async function findContent(path: string, offset: number, rawName: Buffer, isDeflated: boolean): Promise<number> {
  const handle = await open(path)
  try {
    const header = await readBytes(handle, offset, LOCAL_BYTES + rawName.length)
    const isSame =
      header.readUInt32LE(0) === LOCAL &&
      header.readUInt16LE(8) === (isDeflated ? DEFLATED : STORED) &&
      header.subarray(LOCAL_BYTES).equals(rawName)
    if (!isSame) throw damaged()
    return offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  } finally {
    await handle.close()
  }
}
