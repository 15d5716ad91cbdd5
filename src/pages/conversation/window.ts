/** Reads the window (page of lines) of the transcript that a URL selects: by time, segment, search result or page number. */
import {
  getTranscript,
  type TranscriptLine,
  type TranscriptMeta,
} from '../../features/conversations/transcript-lines/index.ts'
import type { PageVisit } from './paths.ts'

/** Lines per window. */
export const WINDOW_SIZE = 150
/** Tolerance, because times in URLs may be rounded down. */
const SLACK_SECONDS = 0.1
const FIND_MAX = 400
const SPEAKER_MAX = 512

export interface TranscriptSearch {
  readonly text: string
  /** Number of lines that contain the text. */
  readonly total: number
  /** Number of the selected match, from 1; 0 if there are no matches. */
  readonly match: number
}

export interface WindowView {
  readonly lines: readonly TranscriptLine[]
  readonly meta: TranscriptMeta
  /** Search in the transcript. Undefined without a search. */
  readonly find: TranscriptSearch | undefined
  /** Name of the speaker that the transcript is filtered by. Undefined for all speakers. */
  readonly speaker: string | undefined
  /** Segment that the URL selects. */
  readonly here: number | undefined
}

export async function readWindow(req: PageVisit): Promise<WindowView> {
  const { id } = req.params
  const { query } = req
  const asked = readQuery(query)
  const { q, speaker } = asked
  const narrow = { ...(speaker === undefined ? {} : { speaker }) }
  // An explicit page number takes precedence over the position of the match.
  const found = q === undefined || query.has('page') ? undefined : await findIn(req, q, narrow)
  const second = parseNumber(query, 't')
  const place = toWindowStart(found?.segment, parseNumber(query, 's'), second)
  const page = String(Math.min(Math.max(Math.trunc(parseNumber(query, 'page') ?? 1), 1), 1_000_000))
  const { data: lines, meta } = await req.run(getTranscript, {
    // The colors of the speakers depend on the talk of the whole call.
    ...{ id, size: String(WINDOW_SIZE), page, turns: 'true' },
    ...narrow,
    ...(q === undefined ? {} : { q }),
    ...place,
  })
  const here =
    found?.segment ?? parseNumber(query, 's') ?? (second === undefined ? undefined : findSegmentAt(lines, second))
  return { lines, meta, find: found?.find, speaker, here }
}

/** Search text and speaker from the query. */
export function readQuery(query: URLSearchParams): { q: string | undefined; speaker: string | undefined } {
  const q = query.get('find')?.trim().slice(0, FIND_MAX)
  const speaker = query.get('speaker') ?? undefined
  return {
    q: q === '' ? undefined : q,
    // A blank means the speaker without a name. An empty value means all speakers.
    speaker: speaker === undefined || speaker === '' ? undefined : speaker === ' ' ? '' : speaker.slice(0, SPEAKER_MAX),
  }
}

async function findIn(
  req: PageVisit,
  q: string,
  narrow: { speaker?: string },
): Promise<{ find: TranscriptSearch; segment: number | undefined }> {
  const { id } = req.params
  const wanted = Math.min(Math.max(Math.trunc(parseNumber(req.query, 'match') ?? 1), 1), 1_000_000)
  const loadPage = (page: number) =>
    req.run(getTranscript, { id, q, matching: 'true', size: '1', page: String(page), ...narrow })
  const first = await loadPage(wanted)
  const total = first.meta.totalRecords
  const match = Math.min(wanted, total)
  const [line] = match === wanted || total === 0 ? first.data : (await loadPage(match)).data
  return { find: { text: q, total, match }, segment: line?.segment }
}

function toWindowStart(found: number | undefined, segment: number | undefined, second: number | undefined) {
  const place = found ?? segment
  if (place !== undefined) return { segment: String(Math.trunc(place)) }
  return second === undefined ? {} : { at: String(second + SLACK_SECONDS) }
}

const findSegmentAt = (lines: readonly TranscriptLine[], second: number): number | undefined => {
  let here: TranscriptLine | undefined
  for (const line of lines) {
    if (line.start === null || line.start > second + SLACK_SECONDS) continue
    if (here === undefined || line.start > (here.start ?? 0)) here = line
  }
  return (here ?? lines[0])?.segment
}

/** Parses a number from the query. Undefined if it is missing, invalid or out of range. */
export function parseNumber(query: URLSearchParams, name: string): number | undefined {
  const given = query.get(name)
  const number = given === null || given.trim() === '' ? Number.NaN : Number(given)
  return number >= 0 && number <= 999_999 ? number : undefined
}
