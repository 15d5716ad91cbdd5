/** Names of files: which are recordings and which transcripts, and the start of the conversation in them. */
import { extname } from 'node:path'

/** Extensions of recordings. */
const RECORDINGS = new Set([
  ...['.mp3', '.m4a', '.mp4', '.m4v', '.wav', '.ogg', '.oga', '.opus', '.flac', '.webm', '.mov', '.mkv', '.aac'],
  ...['.amr', '.3gp', '.wma', '.avi', '.aiff', '.aif'],
])

/** Extensions of transcripts that a reader exists for. */
const TRANSCRIPTS = new Set([
  ...['.vcon', '.json', '.jsonl', '.ndjson', '.txt', '.md', '.docx', '.csv', '.tsv', '.xml', '.html'],
  ...['.vtt', '.srt', '.sbv', '.ass', '.ssa', '.lrc', '.smi', '.sami', '.ttml', '.dfxp', '.sub', '.stm', '.ctm'],
])

/** Extension in lower case with its point. */
export const getExtension = (path: string): string => extname(path).toLowerCase()

export const isRecordingName = (path: string): boolean => RECORDINGS.has(getExtension(path))

export const isTranscriptName = (path: string): boolean => TRANSCRIPTS.has(getExtension(path))

/** Order of transcripts of the same call whose content isn't known: forms with names and times come first. */
const PREFERRED = ['.vcon', '.json', '.vtt', '.srt']

/** Position of a name in the order of preference. A lower one is better. */
export function rankTranscriptName(path: string): number {
  const at = PREFERRED.indexOf(getExtension(path))
  return at === -1 ? PREFERRED.length : at
}

/** UTC time in names of Zoom recordings: `GMT20260317-093000_Recording.transcript.vtt`. */
const ZOOM = /^GMT(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(?!\d)/
const DAY = /(?<!\d)(20\d{2})-(\d{2})-(\d{2})(?!\d)/
const COMPACT_DAY = /(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/

/**
 * Start of a conversation by the name of its file. Other times than Zoom's have an unknown time zone, so only their date
 * is used, as midnight UTC.
 */
export function parseStartInFileName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const match = ZOOM.exec(name) ?? DAY.exec(name) ?? COMPACT_DAY.exec(name)
  if (match === null) return undefined
  const [, year = '', month = '', day = '', hours = '00', minutes = '00', seconds = '00'] = match
  const date = `${year}-${month}-${day}`
  const instant = new Date(`${date}T${hours}:${minutes}:${seconds}Z`)
  // JavaScript would convert 30 February to 2 March.
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(date) ? undefined : instant.toISOString()
}
