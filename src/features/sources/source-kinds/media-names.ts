/** File names of recordings and transcripts, and which of them belong together. */
import { basename, extname } from 'node:path'

const RECORDINGS = new Set([
  ...['.mp3', '.m4a', '.mp4', '.wav', '.ogg', '.oga', '.opus', '.flac', '.webm', '.mov', '.mkv', '.aac', '.amr'],
  ...['.3gp', '.wma', '.avi', '.aiff'],
])
const TRANSCRIPTS = new Set([
  ...['.vtt', '.srt', '.txt', '.json', '.vcon', '.md', '.docx', '.tsv', '.csv', '.ttml', '.xml', '.html'],
])
/** Files that Jibri and similar programs write next to a recording. They aren't transcripts. */
const FACTS = new Set(['metadata.json'])
/** Extensions of transcripts in the order of preference: forms with times come first. */
const PREFERRED = ['.vcon', '.json', '.vtt', '.srt']

export const getExtension = (path: string): string => extname(path).toLowerCase()
export const isRecordingFile = (path: string): boolean => RECORDINGS.has(getExtension(path))
export const isKnownFile = (path: string): boolean =>
  isRecordingFile(path) || (TRANSCRIPTS.has(getExtension(path)) && !FACTS.has(basename(path).toLowerCase()))

/** Path without its extension. Files with the same stem belong to one call. */
export const getStem = (path: string): string => path.slice(0, path.length - extname(path).length)

export function chooseTranscript(paths: readonly string[]): string | undefined {
  const rank = (path: string) => {
    const at = PREFERRED.indexOf(getExtension(path))
    return at === -1 ? PREFERRED.length : at
  }
  return paths.filter((path) => !isRecordingFile(path)).toSorted((a, b) => rank(a) - rank(b))[0]
}
