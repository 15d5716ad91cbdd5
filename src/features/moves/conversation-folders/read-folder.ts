import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { decodeTranscript } from '../../text/transcripts/index.ts'
import { type ManifestEntry, type ManifestFault, parseManifest } from './manifest.ts'

/** Files of one conversation. At least one of them is there. */
export interface ConversationFiles {
  readonly transcript: string | undefined
  readonly recording: string | undefined
  /** Entry of the manifest. */
  readonly entry: ManifestEntry | undefined
}

export interface FolderContent {
  readonly conversations: readonly ConversationFiles[]
  /** Path of the manifest. */
  readonly manifest: string | undefined
  readonly faults: readonly ManifestFault[]
  /** Other forms of transcripts and recordings that are in `conversations`. */
  readonly leftOut: readonly string[]
}

const RECORDINGS = new Set([
  '.mp3',
  '.mp4',
  '.m4a',
  '.m4v',
  '.mov',
  '.wav',
  '.webm',
  '.ogg',
  '.oga',
  '.opus',
  '.flac',
  '.aac',
  '.mkv',
])
const MANIFESTS = ['manifest.csv', 'manifest.json']

export const isRecording = (path: string): boolean => RECORDINGS.has(extname(path).toLowerCase())

/** Files that are still written, or belong to programs. */
const isIgnored = (name: string): boolean =>
  name.startsWith('.') || name.startsWith('~$') || /\.(part|tmp|crdownload)$/i.test(name)

/**
 * Reads a folder and its subfolders, without hidden files, sorted by path; or takes a single file.
 * @param manifest path of the manifest. Defaults to `manifest.csv` or `manifest.json` in the folder
 * @throws TranscriptFault if the manifest can't be read, or an error of the file system
 */
export async function readFolder(path: string, manifest?: string): Promise<FolderContent> {
  const found = await stat(path)
  const isFolder = found.isDirectory()
  const files = isFolder ? await listFiles(path) : [path]
  const at =
    manifest ?? (isFolder ? MANIFESTS.map((name) => join(path, name)).find((each) => files.includes(each)) : undefined)
  const read = at === undefined ? undefined : await readManifest(at)
  const rest = files.filter((file) => file !== at && resolve(file) !== (at === undefined ? '' : resolve(at)))
  if (at === undefined || read === undefined)
    return withLeftOut(rest, { conversations: pairFiles(rest), manifest: undefined, faults: [] })
  const named = await Promise.all(
    read.entries.map((entry) => toFiles(entry, { at, folder: isFolder ? path : dirname(path), rest })),
  )
  const faults = [...read.faults]
  const conversations: ConversationFiles[] = []
  const used = new Set<string>()
  for (const each of named) {
    if ('message' in each) faults.push(each)
    else {
      conversations.push(each)
      for (const file of [each.transcript, each.recording]) if (file !== undefined) used.add(resolve(file))
    }
  }
  const unnamed = pairFiles(rest.filter((file) => !used.has(resolve(file))))
  return withLeftOut(rest, {
    conversations: [...conversations, ...unnamed],
    manifest: at,
    faults: faults.toSorted((a, b) => a.line - b.line),
  })
}

function withLeftOut(files: readonly string[], content: Omit<FolderContent, 'leftOut'>): FolderContent {
  const used = new Set(
    content.conversations.flatMap(({ transcript, recording }) =>
      [transcript, recording].flatMap((file) => (file === undefined ? [] : [resolve(file)])),
    ),
  )
  return { ...content, leftOut: files.filter((file) => !used.has(resolve(file))) }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !isIgnored(entry.name) && !isInHidden(folder, entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const isInHidden = (folder: string, path: string): boolean =>
  relative(folder, path)
    .split(sep)
    .some((part) => part.startsWith('.') && part !== '.' && part !== '..')

const readManifest = async (path: string) => parseManifest(decodeTranscript(await readFile(path)), basename(path))

/** Finds the files of an entry. Paths outside of the folder are rejected. */
async function toFiles(
  entry: ManifestEntry,
  { at, folder, rest }: { at: string; folder: string; rest: readonly string[] },
): Promise<ConversationFiles | ManifestFault> {
  const { line } = entry
  const paths: { transcript?: string; recording?: string } = {}
  for (const [name, given] of [
    ['file', entry.file],
    ['recording', entry.recording],
  ] as const) {
    if (given === undefined) continue
    const path = resolve(dirname(at), given)
    if (relative(resolve(folder), path).startsWith('..'))
      return { line, message: `\`${name}\` is outside of the folder. Move the file into it.` }
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || !found.isFile())
      return {
        line,
        message: `The file in \`${name}\` doesn't exist. Correct the path, which is relative to the manifest.`,
      }
    if (name === 'recording' || isRecording(path)) paths.recording = path
    else paths.transcript = path
  }
  const transcript = paths.transcript ?? findPartner(paths.recording, rest, (file) => !isRecording(file))
  const recording = paths.recording ?? findPartner(paths.transcript, rest, isRecording)
  return { transcript, recording, entry }
}

const findPartner = (path: string | undefined, files: readonly string[], isWanted: (file: string) => boolean) =>
  path === undefined ? undefined : files.find((file) => isWanted(file) && toStem(resolve(file)) === toStem(path))

/** Path without extension and without the words that products add to names of transcripts. */
export const toStem = (path: string): string => {
  const name = basename(path)
    .replace(/(\.[a-z0-9]{1,8})$/i, '')
    .replace(/\.(transcript|cc|captions|vcon)$/i, '')
    .replace(/[ _-](otter[_ ]?ai|transcript|transcription|recording|audio|video)$/i, '')
  return join(dirname(path), name).toLowerCase()
}

/** Order of transcripts if a recording has several: those with most information first. */
const PREFERRED = ['.vcon', '.json', '.vtt', '.srt', '.txt']
const rank = (path: string) => {
  const index = PREFERRED.indexOf(extname(path).toLowerCase())
  return index === -1 ? PREFERRED.length : index
}

/** Pairs recordings with transcripts of the same name. Other transcripts of that name are forms of the same call. */
function pairFiles(files: readonly string[]): ConversationFiles[] {
  const recordings = new Map<string, string>()
  for (const file of files) if (isRecording(file) && !recordings.has(toStem(file))) recordings.set(toStem(file), file)
  const paired = new Map<string, string>()
  for (const file of files) {
    const stem = toStem(file)
    if (isRecording(file) || !recordings.has(stem)) continue
    const best = paired.get(stem)
    if (best === undefined || rank(file) < rank(best)) paired.set(stem, file)
  }
  return files.flatMap((file): ConversationFiles[] => {
    const stem = toStem(file)
    if (!isRecording(file)) {
      const recording = recordings.get(stem)
      if (recording === undefined) return [{ transcript: file, recording: undefined, entry: undefined }]
      return paired.get(stem) === file ? [{ transcript: file, recording, entry: undefined }] : []
    }
    // A second recording of the same name is another file of the same call.
    if (recordings.get(stem) !== file || paired.has(stem)) return []
    return [{ transcript: undefined, recording: file, entry: undefined }]
  })
}
