/**
 * Reads the files of an archive that a client sent. Transcripts and the manifest are unpacked into a folder, which is read
 * like any other. A recording is an empty file there until its conversation is imported, so that an archive needs little
 * disk space.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UploadedFile } from '../../../core/operation.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { MEDIA_BYTES_MAX, toFileName } from '../../conversations/media/index.ts'
import { IMPORT_BYTES_MAX } from '../../conversations/records/index.ts'
import {
  isRecordingName,
  isTranscriptName,
  type ReadOutcome,
  type TranscriptDocument,
  TranscriptFault,
} from '../../text/transcripts/index.ts'
import {
  type ConversationFiles,
  type FolderContent,
  identifyDocument,
  isArchiveName,
  isIgnoredPath,
  listZip,
  readConversations,
  readFolder,
  unpackZipEntry,
  type ZipEntry,
} from '../conversation-folders/index.ts'

export const ARCHIVE_BYTES_MAX = 2 * 1024 ** 3
export const FILES_MAX = 2_000
const UNPACKED_BYTES_MAX = 4 * 1024 ** 3
/** Maximum size of all transcripts of an archive. */
export const TEXTS_BYTES_MAX = 128 * 1024 ** 2

export type LeftOutReason = 'unknown_form' | 'archive' | 'too_large' | 'no_conversation'

export interface UnpackedArchive {
  /** Folder with transcripts, and an empty file for each recording. */
  readonly folder: string
  readonly recordings: ReadonlyMap<string, ZipEntry>
  readonly leftOut: readonly { readonly file: string; readonly reason: LeftOutReason }[]
}

/** @throws TranscriptFault if the archive is damaged, too large, or not safe */
export async function unpackTexts(file: UploadedFile, folder: string, signal: AbortSignal): Promise<UnpackedArchive> {
  const limits = { files: FILES_MAX, fileBytes: MEDIA_BYTES_MAX, totalBytes: UNPACKED_BYTES_MAX }
  const entries = (await listZip(file.path, limits)).filter(({ path }) => !isIgnoredPath(path))
  const recordings = new Map<string, ZipEntry>()
  const leftOut: { file: string; reason: LeftOutReason }[] = []
  const texts: ZipEntry[] = []
  for (const entry of entries) {
    const { path, size } = entry
    if (isRecordingName(path)) recordings.set(join(folder, path), entry)
    else if (!isTranscriptName(path))
      leftOut.push({ file: path, reason: isArchiveName(path) ? 'archive' : 'unknown_form' })
    else if (size > IMPORT_BYTES_MAX) leftOut.push({ file: path, reason: 'too_large' })
    else texts.push(entry)
  }
  if (texts.reduce((sum, { size }) => sum + size, 0) > TEXTS_BYTES_MAX)
    throw new TranscriptFault(
      `The transcripts in the archive have more than ${TEXTS_BYTES_MAX / 1024 ** 2} MiB together. Split it.`,
    )
  for (const entry of texts) {
    const target = join(folder, entry.path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await unpackZipEntry(file.path, entry, target, signal)
  }
  for (const path of recordings.keys()) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, '', { mode: 0o600 })
  }
  return { folder, recordings, leftOut }
}

/** Unpacks a recording for the time of its import. @throws TranscriptFault if it is damaged */
export async function withRecording<T>(
  archive: UploadedFile,
  { folder, recordings }: UnpackedArchive,
  path: string | undefined,
  signal: AbortSignal,
  work: (recording: UploadedFile | undefined) => Promise<T>,
): Promise<T> {
  const entry = path === undefined ? undefined : recordings.get(path)
  if (path === undefined || entry === undefined) return work(undefined)
  const target = join(folder, '.recording')
  try {
    const sha256 = await unpackZipEntry(archive.path, entry, target, signal)
    return await work(new UploadedFile({ path: target, name: toFileName(basename(path)), size: entry.size, sha256 }))
  } finally {
    await rm(target, { force: true })
  }
}

/** Result of a worker. A fault is data, because errors lose their class between threads. */
type Faulty<T> = T | { readonly fault: string }

export const formatFault = ({ line, pointer, message }: TranscriptFault): string =>
  line === undefined ? (pointer ? `${pointer}: ${message}` : message) : `Line ${line}: ${message}`

/** Reads the folder of an archive: groups files, and compares the transcripts of the same conversation. */
export async function readArchiveFolder(folder: string): Promise<Faulty<FolderContent>> {
  try {
    return await readFolder(folder)
  } catch (error) {
    if (error instanceof TranscriptFault) return { fault: `The manifest can't be read. ${formatFault(error)}` }
    throw error
  }
}

export const readArchiveFolderTask = defineWorkerTask(import.meta.url, readArchiveFolder, () => false)

/** A conversation of a file, or why it can't be read. */
export type ReadConversation = Pick<ReadOutcome, 'line' | 'pointer'> &
  ({ readonly document: TranscriptDocument; readonly id: string } | { readonly fault: string })

/** `id` alone: the file is one conversation, and its text can be imported as it is. */
export type ReadFile =
  | { readonly id: string; readonly title: string | undefined }
  | { readonly read: ReadConversation[] }

/** Reads the conversations of a file, at most `maximum`. */
export async function readArchiveFile(files: ConversationFiles, maximum: number): Promise<ReadFile> {
  const read: ReadConversation[] = []
  for await (const { line, pointer, ...outcome } of readConversations(files)) {
    const place = { ...(line === undefined ? {} : { line }), ...(pointer === undefined ? {} : { pointer }) }
    if ('fault' in outcome) read.push({ ...place, fault: formatFault(outcome.fault) })
    else read.push({ ...place, document: outcome.document, id: identifyDocument(outcome.document) })
    if (read.length >= maximum) break
  }
  const [only, second] = read
  const isPlain = second === undefined && files.others.length === 0 && files.users === undefined
  if (isPlain && only !== undefined && 'document' in only && only.line === undefined && only.pointer === undefined)
    return { id: only.id, title: only.document.title?.trim() || undefined }
  return { read }
}

export const readArchiveFileTask = defineWorkerTask(import.meta.url, readArchiveFile, () => false)
