import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import {
  MANIFEST_NAMES,
  type ManifestEntry,
  type ManifestFault,
  parseManifest,
} from '../../conversations/manifests/index.ts'
import { decodeTranscript, isRecordingName, isTranscriptName } from '../../text/transcripts/index.ts'
import { type ChosenTranscript, chooseTranscript, isIgnoredPath, pairFiles, toStem } from './pair-files.ts'
import { findSlackExports, type SlackExport } from './slack-export.ts'

/** Files of one conversation. It has a transcript or a recording. */
export interface ConversationFiles extends ChosenTranscript {
  readonly recording: string | undefined
  /** File with the names of speakers, if the transcript has only their IDs. */
  readonly users: string | undefined
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
    manifest ??
    (isFolder ? MANIFEST_NAMES.map((name) => join(path, name)).find((each) => files.includes(each)) : undefined)
  const read = at === undefined ? undefined : await readManifest(at)
  const slack = findSlackExports(files)
  const isManifest = (file: string) => at !== undefined && resolve(file) === resolve(at)
  const rest = files.filter((file) => !isManifest(file) && !slack.facts.has(file))
  if (at === undefined || read === undefined)
    return withLeftOut(rest, { conversations: await toConversations(rest, slack), manifest: undefined, faults: [] })
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
      for (const file of [each.transcript, each.recording, ...each.others])
        if (file !== undefined) used.add(resolve(file))
    }
  }
  const left = rest.filter((file) => !used.has(resolve(file)))
  const unnamed = await toConversations(left, slack)
  return withLeftOut(rest, {
    conversations: [...conversations, ...unnamed],
    manifest: at,
    faults: faults.toSorted((a, b) => a.line - b.line),
  })
}

/** Conversations of files that no manifest names. */
async function toConversations(files: readonly string[], { users }: SlackExport): Promise<ConversationFiles[]> {
  const pairs = await pairFiles(files)
  return pairs.map((pair) => ({ ...pair, users: users.get(pair.transcript ?? ''), entry: undefined }))
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
    .filter((entry) => entry.isFile() && !isIgnoredPath(relative(folder, join(entry.parentPath, entry.name))))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

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
    if (name === 'recording' || isRecordingName(path)) paths.recording = path
    else paths.transcript = path
  }
  const partners = rest.filter((file) => toStem(resolve(file)) === toStem(paths.transcript ?? paths.recording ?? ''))
  const others = partners.filter((file) => isTranscriptName(file) && resolve(file) !== paths.transcript)
  const chosen =
    paths.transcript === undefined ? await chooseTranscript(others) : { transcript: paths.transcript, others }
  return { ...chosen, recording: paths.recording ?? partners.find(isRecordingName), users: undefined, entry }
}
