/**
 * Files in a ZIP archive, read in the browser one by one, so that the service gets each file within its own limits. Sizes in
 * the archive are limits too: a file that is longer when it is unpacked is refused.
 */
import { t } from '../../inbound/web/languages/messages.browser.ts'

/** File to import. Entries of archives are unpacked when they are opened. */
export interface ImportFile {
  /** Name with its folders, separated by slashes. */
  readonly path: string
  /** @throws ArchiveError if the entry is damaged */
  open(): Promise<File>
}

/** Archive or entry that can't be read. The message is for people. */
export class ArchiveError extends Error {}

const ENTRY_BYTES_MAX = 2 * 1024 ** 3
const TOTAL_BYTES_MAX = 8 * 1024 ** 3
/** Maximum size of the list of files in an archive. */
const DIRECTORY_BYTES_MAX = 64 * 1024 ** 2
/** Signatures and sizes of the records of ZIP (PKWARE APPNOTE 4.3). */
const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30]
const COMMENT_BYTES_MAX = 65_535
const [STORED, DEFLATED] = [0, 8]
/** Values that refer to the records of ZIP64 (sections 4.3.14, 4.3.15 and 4.5.3). */
const [MANY, LARGE] = [0xffff, 0xffffffff]
const [END64, LOCATOR64, EXTRA64] = [0x06064b50, 0x07064b50, 0x0001]
const [END64_BYTES, LOCATOR64_BYTES] = [56, 20]

export const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name)

/** @throws ArchiveError if the archive is damaged, protected or too large */
export async function readArchive(archive: File): Promise<ImportFile[]> {
  const { offset, size, count } = await readEnd(archive)
  const view = await readView(archive, offset, size)
  const files: ImportFile[] = []
  let total = 0
  for (let at = 0, index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY) throw damaged()
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    const end = at + ENTRY_BYTES + nameBytes + extraBytes + commentBytes
    if (end > view.byteLength) throw damaged()
    const entry: Entry = {
      path: new TextDecoder().decode(new Uint8Array(view.buffer, at + ENTRY_BYTES, nameBytes)).replaceAll('\\', '/'),
      isProtected: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      ...readSizes(view, at, { from: at + ENTRY_BYTES + nameBytes, bytes: extraBytes }),
    }
    at = end
    if (entry.path.endsWith('/')) continue
    total += entry.size
    if (entry.size > ENTRY_BYTES_MAX || total > TOTAL_BYTES_MAX) throw tooLarge()
    // The name of the archive keeps files of several archives apart.
    files.push({ path: `${archive.name}/${entry.path}`, open: () => openEntry(archive, entry) })
  }
  return files
}

interface Entry {
  readonly path: string
  readonly isProtected: boolean
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

async function readEnd(archive: File): Promise<{ offset: number; size: number; count: number }> {
  const from = Math.max(0, archive.size - END_BYTES - COMMENT_BYTES_MAX)
  const view = await readView(archive, from, archive.size - from)
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END) continue
    const plain = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    }
    const isLarge = plain.count === MANY || plain.size === LARGE || plain.offset === LARGE
    const { count, size, offset } = isLarge ? await readEnd64(archive, from + at) : plain
    if (size > DIRECTORY_BYTES_MAX) throw tooLarge()
    if (offset + size > archive.size) throw damaged()
    return { offset, size, count }
  }
  throw damaged()
}

/** Records of ZIP64, which precede the one at the end. */
async function readEnd64(archive: File, end: number): Promise<{ offset: number; size: number; count: number }> {
  if (end < LOCATOR64_BYTES + END64_BYTES) throw damaged()
  const locator = await readView(archive, end - LOCATOR64_BYTES, LOCATOR64_BYTES)
  if (locator.getUint32(0, true) !== LOCATOR64) throw damaged()
  const record = await readView(archive, Number(locator.getBigUint64(8, true)), END64_BYTES)
  if (record.byteLength < END64_BYTES || record.getUint32(0, true) !== END64) throw damaged()
  const [count, size, offset] = [32, 40, 48].map((field) => Number(record.getBigUint64(field, true))) as [
    number,
    number,
    number,
  ]
  return { count, size, offset }
}

/** Sizes and position of an entry. The extra field of ZIP64 contains those that don't fit, in this order. */
function readSizes(view: DataView, at: number, extra: { readonly from: number; readonly bytes: number }) {
  const [size, packed, offset] = [24, 20, 42].map((field) => view.getUint32(at + field, true)) as [
    number,
    number,
    number,
  ]
  let [next, end] = [0, 0]
  for (let field = extra.from; field + 4 <= extra.from + extra.bytes; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== EXTRA64) continue
    next = field + 4
    end = Math.min(next + view.getUint16(field + 2, true), extra.from + extra.bytes)
    break
  }
  const read = (value: number): number => {
    if (value !== LARGE) return value
    if (next + 8 > end) throw damaged()
    next += 8
    return Number(view.getBigUint64(next - 8, true))
  }
  return { size: read(size), packed: read(packed), offset: read(offset) }
}

async function openEntry(archive: File, { path, isProtected, method, packed, size, offset }: Entry): Promise<File> {
  if (isProtected) throw new ArchiveError(t('The archive has a password. Unpack it, and import the folder.'))
  const local = await readView(archive, offset, LOCAL_BYTES)
  if (local.byteLength < LOCAL_BYTES || local.getUint32(0, true) !== LOCAL) throw damaged()
  const from = offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
  const content = archive.slice(from, from + packed)
  const name = path.split('/').at(-1) ?? path
  if (method === STORED && packed === size) return new File([content], name)
  if (method !== DEFLATED) throw damaged()
  let unpacked = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      unpacked += chunk.byteLength
      if (unpacked > size) controller.error(damaged())
      else controller.enqueue(chunk)
    },
  })
  try {
    const stream = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(counter)
    return new File([await new Response(stream).blob()], name)
  } catch {
    throw damaged()
  }
}

const readView = async (archive: File, from: number, size: number): Promise<DataView> =>
  new DataView(await archive.slice(from, from + size).arrayBuffer())

const damaged = () => new ArchiveError(t('The archive is damaged. Download it again.'))
const tooLarge = () => new ArchiveError(t('The archive is too large. Unpack it, and import the folder.'))
