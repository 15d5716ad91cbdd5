import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { CUE_KINDS, speakerNamesTask } from '../../text/speaker-names/index.ts'
import { segmentText } from '../../text/transcripts/index.ts'
import { toDismissalKey } from './dismissal-key.ts'
import { selectCurrentInput, selectDismissals, selectPeopleNames } from './queries.ts'
import { readSegmentsTask } from './read-segments.ts'

/** Maximum length of a quote in UTF-16 units. */
const QUOTE_MAX = 240

const suggestion = z
  .object({
    speaker: z.string().describe('Name of the speaker in the transcript. Example: `Speaker 1`.'),
    name: z.string().describe('Suggested name. Example: `Dana Whitfield`.'),
    is_participant: z
      .boolean()
      .describe('Whether the name is that of a participant or the owner. Otherwise, only the call contains the name.'),
    confidence: z.number().describe('Probability that the name is correct, 0 to 1.'),
    evidence: z
      .array(
        z.object({
          segment: z.int().describe('Position of the line in the transcript, from 0.'),
          speaker: z.string().describe('Speaker of the line.'),
          start: z.number().nullable().describe('Start in seconds; null if the transcript has no times.'),
          quote: z.string().describe(`Verbatim part of the line around the name, up to ${QUOTE_MAX} characters.`),
          kind: z
            .enum(CUE_KINDS)
            .describe(
              '`introduction`: speakers introduce themselves. `handover`: the line passes the word to the speaker. `thanks`: it thanks the speaker. `address`: it addresses the speaker. `mention`: it mentions the person just before the speaker speaks.',
            ),
        }),
      )
      .describe('Lines that name the speaker, strongest first, up to 3.'),
  })
  .meta({ id: 'SpeakerSuggestion' })
export type SpeakerSuggestion = z.output<typeof suggestion>

export const listSpeakerSuggestions = defineOperation({
  id: 'listSpeakerSuggestions',
  summary: 'List suggested speaker names',
  description:
    'Returns names for speakers such as `Speaker 1`, from what people say to each other, and from the participants. Two speakers never get the same name. It changes nothing: to accept a name, send `speakers` to `PATCH /conversations/{id}/transcript`. English only.',
  tag: 'Conversations',
  cost: COSTS.medium,
  input: z.object({ id: pathId('conversation') }),
  output: z.object({
    data: z.array(suggestion).describe('Suggested names, at most one for each speaker.'),
    meta: z
      .object({
        transcriptVersion: z.int().nullable().describe('Version of the transcript; null if there is none.'),
      })
      .describe('Version of the transcript that was read.'),
  }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/speakers/suggestions' },
  async handle({ id }, ctx) {
    const current = await selectCurrentInput(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    if (current === undefined) throw notFound('conversation')
    const { version, segments } = current
    const people = await selectPeopleNames(ctx.db, ctx.org, id)
    const found = await ctx.requestWorkers.run(speakerNamesTask, [segments, people], ctx.signal)
    const dismissed = found.length === 0 ? new Set() : await selectDismissals(ctx.db, ctx.org, id)
    const shown = found.filter(({ speaker, name }) => !dismissed.has(toDismissalKey(speaker, name)))
    const indexes = [...new Set(shown.flatMap(({ evidence }) => evidence.map(({ segment }) => segment)))]
    const lines =
      indexes.length === 0 ? [] : await ctx.requestWorkers.run(readSegmentsTask, [segments, indexes], ctx.signal)
    const bySegment = new Map(indexes.map((index, at) => [index, lines[at]]))
    const data = shown.map(({ speaker, name, isKnown, confidence, evidence }) => ({
      ...{ speaker, name, is_participant: isKnown, confidence },
      evidence: evidence.flatMap(({ segment: index, kind, said }) => {
        const segment = bySegment.get(index)
        if (segment === undefined) return []
        const quote = cutAround(segmentText(segment), said)
        return [{ segment: index, speaker: segment.speaker.name, start: segment.start, quote, kind }]
      }),
    }))
    return { data, meta: { transcriptVersion: version } }
  },
})

/** The part of a text around a name, from a space to a space. */
function cutAround(text: string, name: string): string {
  if (text.length <= QUOTE_MAX) return text
  const at = Math.max(0, text.indexOf(name))
  const before = at <= QUOTE_MAX / 2 ? 0 : text.indexOf(' ', at - QUOTE_MAX / 2) + 1
  const rest = text.slice(Math.min(before, at))
  if (rest.length <= QUOTE_MAX) return rest
  const end = rest.lastIndexOf(' ', QUOTE_MAX)
  return rest.slice(0, end > name.length ? end : QUOTE_MAX)
}
