/** Finds the files of a folder that belong to one conversation, and the transcript of them that is imported. */
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  compareInformation,
  isRecordingName,
  isTranscriptName,
  rankTranscriptName,
  readTranscript,
  readTranscriptFile,
  type TranscriptDocument,
  TranscriptFault,
} from '../../text/transcripts/index.ts'

/** Transcript that is imported, and the others of the conversation, which can have times that it lacks. */
export interface ChosenTranscript {
  readonly transcript: string | undefined
  readonly others: readonly string[]
}

export interface FilePair extends ChosenTranscript {
  readonly recording: string | undefined
}

/** Larger files aren't read to choose one. An import refuses them. */
const BYTES_MAX = 32 * 1024 * 1024

/**
 * Whether a file is hidden or in a hidden folder, is still written, or belongs to a program.
 * @param path path within the folder to import
 */
export const isIgnoredPath = (path: string): boolean =>
  path.split(/[/\\]/).some((name) => name.startsWith('.') && name !== '.' && name !== '..') ||
  /(^|[/\\])(~\$|__MACOSX[/\\])/.test(path) ||
  /\.(part|tmp|crdownload)$/i.test(path)

/** Path without extension and without the words that products add to names of transcripts. */
export const toStem = (path: string): string => {
  const name = basename(path)
    .replace(/(\.[a-z0-9]{1,8})$/i, '')
    .replace(/\.(transcript|cc|captions|vcon)$/i, '')
    .replace(/[ _-](otter[_ ]?ai|transcript|transcription|recording|audio|video)$/i, '')
  return join(dirname(path), name).toLowerCase()
}

/** Files of one conversation, by their names alone. */
export interface FileGroup {
  readonly recording: string | undefined
  /** Transcripts in the order in which they are preferred. */
  readonly transcripts: readonly string[]
  /** A second recording, and other forms such as a PDF next to a transcript. */
  readonly others: readonly string[]
}

/**
 * Groups files of the same name in the same folder: a recording, and transcripts in several forms. The folder import and
 * the app share this rule. A file of an unknown form is a transcript if nothing else has its name, so that an import names
 * the form.
 */
export function groupFiles(paths: readonly string[]): FileGroup[] {
  return [...Map.groupBy(paths, toStem).values()].map((group) => {
    const recording = group.find(isRecordingName)
    const rest = group.filter((path) => !isRecordingName(path))
    const known = rest.filter(isTranscriptName)
    const transcripts = (known.length > 0 ? known : recording === undefined ? rest : []).toSorted(
      (a, b) => rankTranscriptName(a) - rankTranscriptName(b),
    )
    const used = new Set([recording, ...transcripts])
    return { recording, transcripts, others: group.filter((path) => !used.has(path)) }
  })
}

/** Groups files, and chooses the transcript of each group by its content. */
export async function pairFiles(files: readonly string[]): Promise<FilePair[]> {
  const pairs: FilePair[] = []
  for (const { recording, transcripts } of groupFiles(files))
    pairs.push({ recording, ...(await chooseTranscript(transcripts)) })
  return pairs
}

/** Chooses the transcript with most information: names of speakers, then times. The extension decides between equals. */
export async function chooseTranscript(paths: readonly string[]): Promise<ChosenTranscript> {
  const sorted = paths.toSorted((a, b) => rankTranscriptName(a) - rankTranscriptName(b))
  const [only, second] = sorted
  if (only === undefined || second === undefined) return { transcript: only, others: [] }
  const read: { path: string; document: TranscriptDocument }[] = []
  for (const path of sorted) {
    const document = await readDocument(path)
    if (document !== undefined) read.push({ path, document })
  }
  const [best, ...rest] = read.toSorted((a, b) => compareInformation(a.document, b.document))
  return best === undefined
    ? { transcript: only, others: [] }
    : { transcript: best.path, others: rest.map(({ path }) => path) }
}

/**
 * Sorts texts of transcripts of the same conversation by their information, as `chooseTranscript` does.
 * @returns positions in the list. Texts that can't be read are last
 */
export function rankTexts(files: readonly { readonly path: string; readonly text: string }[]): number[] {
  const all = files
    .map(({ path, text }, position) => ({ position, rank: rankTranscriptName(path), document: readOne(text, path) }))
    .toSorted((a, b) => a.rank - b.rank)
  const read = all.flatMap(({ position, document }) => (document === undefined ? [] : [{ position, document }]))
  const best = read.toSorted((a, b) => compareInformation(a.document, b.document))
  const unread = all.filter(({ document }) => document === undefined)
  return [...best, ...unread].map(({ position }) => position)
}

function readOne(text: string, path: string): TranscriptDocument | undefined {
  try {
    return readTranscript(text, { fileName: basename(path), requireSpeakers: true })
  } catch (error) {
    if (error instanceof TranscriptFault) return undefined
    throw error
  }
}

/** Transcript of a file. Undefined if it can't be read. */
export async function readDocument(path: string): Promise<TranscriptDocument | undefined> {
  if ((await stat(path)).size > BYTES_MAX) return undefined
  try {
    const { text } = await readTranscriptFile(await readFile(path))
    return readTranscript(text, { fileName: basename(path), requireSpeakers: true })
  } catch (error) {
    if (error instanceof TranscriptFault) return undefined
    throw error
  }
}
