import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pageFields, pageLinks, pageMeta } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, queryBoolean, queryString } from '../../../core/wire.ts'
import { normalizeQuery } from './find.ts'
import { pageTask } from './page.ts'
import { selectCurrentInput } from './queries.ts'
import { linesAnswer, linesOutput, querySecond, querySegment } from './schema.ts'

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
  output: linesOutput,
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
    const current = await selectCurrentInput(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    if (current === undefined) throw notFound('conversation')
    const { version, form, segments } = current
    const filters = { ...given, wanted: normalizeQuery(q ?? ''), form }
    const { data, total, page, ...others } = await ctx.requestWorkers.run(pageTask, [segments, filters], ctx.signal)
    return { data, meta: { ...pageMeta(page, size, total), transcriptVersion: version, ...others } }
  },
})
