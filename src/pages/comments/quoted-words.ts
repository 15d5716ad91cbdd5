/**
 * Words of the transcript that a new comment is about. Forms and addresses have them as one value: segments, offsets in code
 * points, and the version of the transcript, such as `12:6-14:42@3`. Without offsets, they are whole segments.
 */
import { omitUndefined } from '../../core/omit-undefined.ts'
import { QUOTE_MAX } from '../../features/collaboration/comments/index.ts'
import { getTranscript, type TranscriptLine } from '../../features/conversations/transcript-lines/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'

export interface WordsPlace {
  readonly firstSegment: number
  readonly firstOffset?: number
  readonly lastSegment: number
  readonly lastOffset?: number
  readonly transcriptVersion?: number
}

const PLACE = /^(\d{1,7})(?::(\d{1,7}))?-(\d{1,7})(?::(\d{1,7}))?(?:@(\d{1,9}))?$/

/** Parses the value of a form or an address. Undefined if it is invalid. */
export function parseWordsPlace(value: string): WordsPlace | undefined {
  const match = PLACE.exec(value)
  if (match === null) return undefined
  const [firstSegment, firstOffset, lastSegment, lastOffset, transcriptVersion] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)))
  if (firstSegment === undefined || lastSegment === undefined || lastSegment < firstSegment) return undefined
  return {
    ...{ firstSegment, lastSegment },
    ...omitUndefined({ firstOffset, lastOffset, transcriptVersion }),
  }
}

export function formatWordsPlace(place: WordsPlace): string {
  const side = (segment: number, offset: number | undefined) =>
    offset === undefined ? segment : `${segment}:${offset}`
  const version = place.transcriptVersion === undefined ? '' : `@${place.transcriptVersion}`
  return `${side(place.firstSegment, place.firstOffset)}-${side(place.lastSegment, place.lastOffset)}${version}`
}

export interface QuotedWords {
  /** Place of the quoted words. It ends earlier than the requested place if that is too long to quote. */
  readonly place: WordsPlace
  readonly quote: string
  /** Name of the first speaker. Empty if unknown. */
  readonly speaker: string
  /** Start of the first line in seconds. Null if it has no time. */
  readonly start: number | null
}

/** Lines per read, and maximum number of reads. */
const LINES_READ = 500
const READS_MAX = 3

/** Words at a place. Undefined if there are none, or if the transcript has changed since the place was chosen. */
export async function readQuotedWords(
  req: Pick<PageRequest, 'run'>,
  id: string,
  place: WordsPlace,
): Promise<QuotedWords | undefined> {
  const lines: TranscriptLine[] = []
  let next = place.firstSegment
  for (let read = 0; read < READS_MAX && next <= place.lastSegment; read++) {
    const { data, meta } = await req.run(getTranscript, { id, segment: String(next), size: String(LINES_READ) })
    const { transcriptVersion: version } = meta
    if (version === null || (place.transcriptVersion ?? version) !== version) return undefined
    lines.push(...data.filter(({ segment }) => segment >= next && segment <= place.lastSegment))
    next = (data.at(-1)?.segment ?? place.lastSegment) + 1
    if (next >= meta.segmentCount || lines.reduce((sum, { text }) => sum + text.length, 0) > 2 * QUOTE_MAX) break
  }
  return quoteLines(lines, place)
}

/** Joins the words of the lines, as the stored quote does, up to its maximum length. */
export function quoteLines(lines: readonly TranscriptLine[], place: WordsPlace): QuotedWords | undefined {
  const [first] = lines
  if (first?.segment !== place.firstSegment) return undefined
  const texts: string[] = []
  let room = QUOTE_MAX
  let end: Pick<WordsPlace, 'lastSegment' | 'lastOffset'> = { lastSegment: first.segment }
  for (const { segment, text } of lines) {
    const letters = [...text]
    const from = segment === place.firstSegment ? (place.firstOffset ?? 0) : 0
    const to = segment === place.lastSegment ? (place.lastOffset ?? letters.length) : letters.length
    const words = letters.slice(from, to).join('').trim()
    if (words === '') continue
    const length = [...words].length
    if (length > room) {
      if (texts.length > 0) break
      const lead = letters.slice(from).findIndex((letter) => letter.trim() !== '')
      const cut = findCut(letters, from + lead, room)
      texts.push(letters.slice(from, cut).join('').trim())
      end = { lastSegment: segment, lastOffset: cut }
      break
    }
    texts.push(words)
    room -= length + 1
    end = segment === place.lastSegment ? toEnd(place) : { lastSegment: segment }
  }
  if (texts.length === 0) return undefined
  const { lastSegment: _, lastOffset: __, ...start } = place
  return {
    place: { ...start, ...end },
    quote: texts.join(' '),
    speaker: first.speaker.name,
    start: first.start,
  }
}

const toEnd = ({ lastSegment, lastOffset }: WordsPlace) => ({
  lastSegment,
  ...omitUndefined({ lastOffset }),
})

/** End of the last whole word within a length. */
function findCut(letters: readonly string[], from: number, length: number): number {
  for (let at = from + length; at > from; at--) if ((letters[at] ?? ' ').trim() === '') return at
  return from + length
}
