/** Fetches the parts of a call to temporary files. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UploadedFile } from '../../../core/operation.ts'
import { MEDIA_BYTES_MAX, toFileName } from '../../conversations/media/index.ts'
import { IMPORT_BYTES_MAX } from '../../conversations/records/index.ts'
import {
  type FetchTarget,
  type SourceAccess,
  SourceFault,
  type SourceKind,
  type SourcePart,
} from '../source-kinds/index.ts'

export interface FetchedParts {
  readonly transcript: FetchedTranscript | undefined
  readonly recording: UploadedFile | undefined
  /** Sentence for admins about a part that isn't complete. */
  readonly notice?: string | undefined
}

export interface FetchedTranscript {
  readonly file: UploadedFile
  /** Whether the text was delivered as the transcript of a call, so that it needs no recognizable form. */
  readonly isText: boolean
}

/** @throws SourceFault */
export async function fetchTranscript(
  kind: SourceKind,
  part: SourcePart | undefined,
  folder: string,
  access: SourceAccess,
): Promise<FetchedTranscript | undefined> {
  if (part === undefined) return undefined
  const path = join(folder, 'transcript')
  if (part.text === undefined) await fetchPart(kind, part, { path, maxBytes: IMPORT_BYTES_MAX }, access)
  else await writeFile(path, part.text, { mode: 0o600 })
  return { file: await toUploadedFile(path, part.name, access.signal), isText: part.text !== undefined }
}

/** @throws SourceFault */
export async function fetchRecording(
  kind: SourceKind,
  part: SourcePart | undefined,
  target: { readonly folder: string; readonly note: (sentence: string) => void },
  access: SourceAccess,
): Promise<UploadedFile | undefined> {
  if (part === undefined) return undefined
  const path = join(target.folder, 'recording')
  await fetchPart(kind, part, { path, maxBytes: MEDIA_BYTES_MAX, note: target.note }, access)
  return toUploadedFile(path, part.name, access.signal)
}

async function fetchPart(
  kind: SourceKind,
  { at, ...part }: SourcePart,
  target: FetchTarget,
  access: SourceAccess,
): Promise<void> {
  if (at === undefined || kind.fetch === undefined) {
    throw new SourceFault('lasting', "The file of the call can't be fetched, because its address is missing.")
  }
  await kind.fetch({ ...part, at }, target, access)
  if ((await stat(target.path)).size === 0) throw new SourceFault('temporary', 'The file of the call is empty.')
}

async function toUploadedFile(path: string, name: string, signal: AbortSignal): Promise<UploadedFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  return new UploadedFile({ path, name: toFileName(name), size: (await stat(path)).size, sha256: hash.digest('hex') })
}
