/** File names of recordings and transcripts, and which of them belong together. */
import { basename, extname } from 'node:path'
import { isRecordingName, isTranscriptName, rankTranscriptName } from '../../text/transcripts/index.ts'

/** Files that Jibri and similar programs write next to a recording. They aren't transcripts. */
const FACTS = new Set(['metadata.json'])

export const isKnownFile = (path: string): boolean =>
  isRecordingName(path) || (isTranscriptName(path) && !FACTS.has(basename(path).toLowerCase()))

/** Path without its extension. Files with the same stem belong to one call. */
export const getStem = (path: string): string => path.slice(0, path.length - extname(path).length)

export function chooseTranscript(paths: readonly string[]): string | undefined {
  return paths
    .filter((path) => !isRecordingName(path))
    .toSorted((a, b) => rankTranscriptName(a) - rankTranscriptName(b))[0]
}
