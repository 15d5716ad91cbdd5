import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pageFields, pageLinks, pageMeta } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, queryBoolean, queryString } from '../../../core/wire.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'
import { findOccurrences, normalizeQuery } from './find.ts'
import { selectCurrent } from './queries.ts'
import {
  line,
  linesAnswer,
  meta,
  querySecond,
  querySegment,
  type TranscriptLine,
  type TranscriptMeta,
} from './schema.ts'
import { listTurns } from './turns.ts'

const SPEAKERS_MAX = 500

const input = z.object({
  id: pathId('conversation'),
  ...pageFields({ default: 100, max: 500 }),
  at: querySecond().describe(
    "Time in seconds, 0 to 1000000. Returns the page with the line that is spoken then, and overrides `page`. Can't be combined with `segment`. Example: `95.5`.",
  ),
  segment: querySegment().describe(
    'Position of a segment, from 0 to 1000000. Returns the page with this segment, or with the next one that the filters include, and overrides `page`. Example: `120`.',
  ),
  speaker: queryString(512)
    .optional()
    .describe(
      'Name of a speaker. Returns only lines of a speaker with exactly this name. Up to 512 characters. Example: `Anna Kern`.',
    ),
  q: queryString(400)
    .optional()
    .describe('Text to highlight, ignoring case and accents. Up to 400 characters. Example: `price list`.'),
  matching: queryBoolean().describe(
    'Whether to return only lines that contain `q`. Requires `q`. Defaults to false. Example: `true`.',
  ),
  turns: queryBoolean().describe(
    'Whether to return `meta.turns`: speaker and time of every turn of the whole transcript, without its text. Defaults to false. Example: `true`.',
  ),
})
type Input = z.output<typeof input>

/** Parameters that select a page. Links use the page number instead. */
const PLACES = new Set(['at', 'segment'])

export const getTranscript = defineOperation({
  id: 'getTranscript',
  summary: 'Get the transcript of a conversation',
  description:
    'Returns lines of the current transcript, one page at a time. Select the page by number, by time (`at`) or by segment. ' +
    'A conversation without a transcript has no lines.',
  tag: 'Conversations',
  input,
  output: z.object({ data: z.array(line), meta }),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/conversations/{id}/transcript',
    answer: linesAnswer,
    present: ({ data, meta }, wire) => {
      const query = Object.fromEntries(Object.entries(wire.query).filter(([name]) => !PLACES.has(name)))
      return { data, links: pageLinks({ ...wire, query }, meta), meta }
    },
  },
  async handle(given, ctx) {
    const { id, at, segment, q, matching, size } = given
    if (at !== undefined && segment !== undefined) {
      throw invalid({
        pointer: '/query/segment',
        detail: "`at` and `segment` can't be combined. Send only one of them.",
      })
    }
    if (matching && q === undefined) {
      throw invalid({ pointer: '/query/matching', detail: '`matching` requires `q`. Set `q` to the text to find.' })
    }
    const current = await selectCurrent(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    if (current === undefined) throw notFound('conversation')
    const { version, form, segments } = current
    const wanted = normalizeQuery(q ?? '')
    const meant = findIncludedLines(given, segments, wanted)
    const place = at === undefined ? segment : segmentSpokenAt(segments, at)
    const page = place === undefined ? given.page : pageWith(meant, place, size)
    const told = meant.slice((page - 1) * size, page * size)
    const speakers = countSegmentsBySpeaker(segments)
    return {
      data: told.map((index) => toTranscriptLine(segments[index] as TranscriptSegment, index, form, wanted)),
      meta: {
        ...pageMeta(page, size, meant.length),
        transcriptVersion: version,
        segmentCount: segments.length,
        timed: segments.some(({ start }) => start !== null),
        speakers,
        ...(given.turns ? { turns: listTurns(segments, speakers) } : {}),
      },
    }
  },
})

/** Positions of the lines that the filters include. */
function findIncludedLines(
  { speaker, matching }: Input,
  segments: readonly TranscriptSegment[],
  wanted: string,
): number[] {
  const meant: number[] = []
  for (const [index, segment] of segments.entries()) {
    if (speaker !== undefined && segment.speaker.name !== speaker) continue
    if (matching && findOccurrences(segmentText(segment), wanted).length === 0) continue
    meant.push(index)
  }
  return meant
}

/** Segment with the latest start at or before a time; the first segment if there is none. */
export function segmentSpokenAt(segments: readonly TranscriptSegment[], second: number): number {
  let found = 0
  let latest = Number.NEGATIVE_INFINITY
  for (const [index, { start }] of segments.entries()) {
    if (start !== null && start <= second && start > latest) {
      latest = start
      found = index
    }
  }
  return found
}

function pageWith(meant: readonly number[], segment: number, size: number): number {
  const found = meant.findIndex((index) => index >= segment)
  const position = found === -1 ? Math.max(0, meant.length - 1) : found
  return Math.floor(position / size) + 1
}

function toTranscriptLine(
  segment: TranscriptSegment,
  index: number,
  form: 'V1' | 'V2',
  wanted: string,
): TranscriptLine {
  const text = segmentText(segment)
  const { speaker, start, end, words } = segment
  return {
    ...{ segment: index, speaker, start, end, text },
    words: form === 'V2' ? words : null,
    highlights: findOccurrences(text, wanted),
  }
}

type SpeakerCount = TranscriptMeta['speakers'][number]

function countSegmentsBySpeaker(segments: readonly TranscriptSegment[]): SpeakerCount[] {
  const counts = new Map<string, { segments: number; internal: boolean | null }>()
  for (const { speaker } of segments) {
    const before = counts.get(speaker.name)
    counts.set(speaker.name, {
      segments: (before?.segments ?? 0) + 1,
      internal: before?.internal ?? speaker.internal ?? null,
    })
  }
  return [...counts].slice(0, SPEAKERS_MAX).map(([name, count]) => ({ name, ...count }))
}
