import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { codePoints, pathId } from '../../../core/wire.ts'
import { loadGlossary } from '../../text/glossary/index.ts'
import { misheardFormsTask } from '../../text/glossary-spellings/index.ts'
import { segmentText } from '../../text/transcripts/index.ts'
import { selectCurrentInput } from './queries.ts'
import { readSegmentsTask } from './read-segments.ts'

/** Maximum number of lines with suggestions in a response. `PATCH …/transcript` accepts as many. */
const LINES_MAX = 500

const correction = z
  .object({
    segment: z.int().describe('Position of the line in the transcript, from 0.'),
    speaker: z.string().describe('Name of the speaker; empty if unknown.'),
    start: z.number().nullable().describe('Start in seconds; null if the transcript has no times.'),
    text: z.string().describe('Text of the line.'),
    correctedText: z
      .string()
      .describe('Text of the line with all replacements, to send in `PATCH /conversations/{id}/transcript`.'),
    replacements: z
      .array(
        z.object({
          start: z
            .int()
            .describe('Offset of the first character of the misheard form in `text`, in Unicode code points.'),
          end: z.int().describe('Offset after its last character, in Unicode code points.'),
          said: z.string().describe('The misheard form, verbatim.'),
          replacement: z.string().describe('The glossary term, with the ending of the form.'),
          termUUID: z.string().describe('ID of the glossary term.'),
        }),
      )
      .describe('Misheard forms in the line, with their replacements.'),
  })
  .meta({ id: 'TranscriptCorrection' })
export type TranscriptCorrection = z.output<typeof correction>

const output = z.object({
  data: z.array(correction).describe(`The first ${LINES_MAX} lines with misheard forms, in order.`),
  meta: z
    .object({
      transcriptVersion: z.int().nullable().describe('Version of the transcript; null if there is none.'),
      lines: z.int().describe('Number of lines with misheard forms.'),
      replacements: z.int().describe('Number of misheard forms.'),
    })
    .describe('Transcript version and number of misheard forms.'),
})

export const listTranscriptCorrections = defineOperation({
  id: 'listTranscriptCorrections',
  summary: 'List suggested transcript corrections',
  description:
    'Returns lines of the current transcript that contain misheard forms of glossary terms, with corrected texts. It changes nothing: to apply corrections, send their `segment` and `correctedText` as `text` to `PATCH /conversations/{id}/transcript` with the same `transcriptVersion`.',
  tag: 'Conversations',
  cost: COSTS.medium,
  input: z.object({ id: pathId('conversation') }),
  output,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/transcript/corrections' },
  async handle({ id }, ctx) {
    const current = await selectCurrentInput(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    if (current === undefined) throw notFound('conversation')
    const { version, segments } = current
    const glossary = await loadGlossary(ctx.db, ctx.org)
    const found =
      glossary === undefined ? [] : await ctx.requestWorkers.run(misheardFormsTask, [segments, glossary], ctx.signal)
    const byLine = Map.groupBy(found, ({ segment }) => segment)
    const shown = [...byLine].slice(0, LINES_MAX)
    const indexes = shown.map(([index]) => index)
    const lines =
      shown.length === 0 ? [] : await ctx.requestWorkers.run(readSegmentsTask, [segments, indexes], ctx.signal)
    const data = shown.flatMap(([index, forms], at) => {
      const segment = lines[at]
      if (segment === undefined) return []
      const text = segmentText(segment)
      return [
        {
          ...{ segment: index, speaker: segment.speaker.name, start: segment.start, text },
          correctedText: replaceAll(text, forms),
          replacements: forms.map(({ from, to, replacement, termId }) => {
            const start = codePoints(text.slice(0, from))
            const said = text.slice(from, to)
            return { start, end: start + codePoints(said), said, replacement, termUUID: termId }
          }),
        },
      ]
    })
    return { data, meta: { transcriptVersion: version, lines: byLine.size, replacements: found.length } }
  },
})

interface Replacement {
  readonly from: number
  readonly to: number
  readonly replacement: string
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let [corrected, end] = ['', 0]
  for (const { from, to, replacement } of replacements) {
    corrected += text.slice(end, from) + replacement
    end = to
  }
  return corrected + text.slice(end)
}
