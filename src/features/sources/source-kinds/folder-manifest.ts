/** Manifest of a watched folder or a prefix of a bucket. It has the form of the manifest that `parley import` reads. */
import { posix } from 'node:path'
import {
  MANIFEST_NAMES,
  type Manifest,
  type ManifestEntry,
  type ManifestFault,
  parseManifest,
} from '../../conversations/manifests/index.ts'
import { decodeTranscript, isRecordingName, TranscriptFault } from '../../text/transcripts/index.ts'
import { type AnnouncedCall, SourceFault } from './kind.ts'
import { getStem } from './media-names.ts'

export const MANIFEST_BYTES_MAX = 32 * 1024 * 1024

/** Facts of calls by the paths of their files, which are relative to the manifest. */
export interface FolderManifest {
  /** Key of the call that a file belongs to. Files of one call have the same one. */
  readonly toKey: (path: string) => string
  /** Entry of the call with this key. */
  readonly find: (key: string) => ManifestEntry | undefined
  /** Whether the entry of the call with this key is wrong. The call waits until somebody corrects it. */
  readonly isHeld: (key: string) => boolean
  /** The first wrong entry, as a sentence for admins. Undefined if there is none. */
  readonly fault: SourceFault | undefined
}

export const NO_MANIFEST: FolderManifest = {
  toKey: getStem,
  find: () => undefined,
  isHeld: () => false,
  fault: undefined,
}

/** Whether a path, relative to the folder, is the manifest of the folder rather than a transcript. */
export const isManifestPath = (path: string): boolean => MANIFEST_NAMES.includes(path)

/** @throws SourceFault if no entry can be used. Calls wait then, because their owners and privacy aren't known. */
export function readFolderManifest(bytes: Uint8Array, name: string): FolderManifest {
  let manifest: Manifest
  try {
    manifest = parseManifest(decodeTranscript(bytes), name)
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    throw new SourceFault(
      'temporary',
      `The file ${name} can't be read. ${error.message} Calls wait until it is correct.`,
    )
  }
  const entries = new Map<string, ManifestEntry>()
  const keys = new Map<string, string>()
  const faults: ManifestFault[] = [...manifest.faults]
  for (const entry of manifest.entries) {
    const { line } = entry
    const [file, recording] = [toPath(entry.file), entry.recording === undefined ? undefined : toPath(entry.recording)]
    if (file === undefined || (entry.recording !== undefined && recording === undefined)) {
      faults.push({ line, message: 'The path is outside of the folder. Move the file into it.', file: entry.file })
      continue
    }
    const key = getStem(file)
    const earlier = entries.get(key)
    if (earlier !== undefined) {
      faults.push({ line, message: `The files of line ${earlier.line} have the same name. Remove one of the lines.` })
      continue
    }
    entries.set(key, { ...entry, file, recording })
    if (recording !== undefined) keys.set(getStem(recording), key)
  }
  const held = new Set(faults.flatMap(({ file }) => toPath(file ?? '') ?? []).map(getStem))
  const [first, ...others] = faults.toSorted((a, b) => a.line - b.line)
  const more = others.length === 0 ? '' : ` ${others.length} more entries are wrong.`
  return {
    toKey: (path) => keys.get(getStem(path)) ?? getStem(path),
    find: (key) => entries.get(key),
    isHeld: (key) => held.has(key),
    fault:
      first === undefined
        ? undefined
        : new SourceFault('temporary', `Line ${first.line} of ${name} can't be used. ${first.message}${more}`),
  }
}

/** Path relative to the folder. Undefined if it is outside of it. */
function toPath(path: string): string | undefined {
  const plain = posix.normalize(path.replaceAll('\\', '/'))
  return plain === '.' || plain.startsWith('/') || plain.split('/').includes('..') ? undefined : plain
}

/** Recording of a call: the one that the manifest names, otherwise the first. */
export function findRecording<T>(
  files: readonly T[],
  getPath: (file: T) => string,
  entry: ManifestEntry | undefined,
): T | undefined {
  const named = files.find((file) => getPath(file) === entry?.recording)
  return named ?? files.find((file) => isRecordingName(getPath(file)))
}

export function toManifestFacts(entry: ManifestEntry | undefined): Partial<AnnouncedCall> {
  if (entry === undefined) return {}
  const { title, date, owner, participants, links, isPrivate } = entry
  return {
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { startedAt: date.toISOString() }),
    ...(owner === undefined ? {} : { ownerName: owner }),
    ...(participants === undefined ? {} : { participants: participants.map(toParticipant) }),
    ...(links === undefined ? {} : { links }),
    ...(isPrivate === undefined ? {} : { isPrivate }),
  }
}

const toParticipant = ({
  name,
  email,
}: {
  readonly name?: string | undefined
  readonly email?: string | undefined
}) => ({
  ...(name === undefined ? {} : { name }),
  ...(email === undefined ? {} : { email }),
})
