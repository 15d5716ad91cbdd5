import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible, selectSegmentsInput } from '../../conversations/records/index.ts'
import { sentimentTask } from '../../text/sentiment/index.ts'

/** Minimum number of words of a speaker, and of opinions, for a tendency. */
const WORDS_MIN = 150
const OPINIONS_MIN = 4
/** Minimum ratio of one kind of opinions for a tendency in that direction. */
const CLEAR = 0.7
const QUOTES_MAX = 200

const opinion = z.enum(['positive', 'negative'])
const sentiment = z.object({
  state: z
    .enum(['measured', 'no_transcript', 'unsupported_language'])
    .describe('`unsupported_language`: only English is measured. `no_transcript`: nothing was said.'),
  speakers: z
    .array(
      z.object({
        speaker: z.string().describe('Name of the speaker; empty if unknown.'),
        tendency: z
          .enum(['positive', 'negative', 'mixed', 'not_enough_words'])
          .describe(
            `Direction of at least ${CLEAR * 100} % of the opinions, otherwise \`mixed\`. \`not_enough_words\`: fewer than ${OPINIONS_MIN} opinions or ${WORDS_MIN} words.`,
          ),
        positive: z.int().describe('Number of sentences with a positive opinion.'),
        negative: z.int().describe('Number of sentences with a negative opinion.'),
        opinions: z
          .array(
            z.object({
              opinion: opinion.describe('Direction of the opinion.'),
              quote: z.string().describe('Sentence with the opinion, verbatim from the transcript.'),
              words: z.array(z.string()).describe('Words that decided, with their negation. Example: `["not happy"]`.'),
              segment: z.int().describe('Position of the line in the transcript, from 0.'),
              start: z.number().nullable().describe('Start of the line in seconds; null without times.'),
            }),
          )
          .describe(`The first ${QUOTES_MAX} opinions, in order of the transcript.`),
      }),
    )
    .describe('Speakers in the order in which they first speak. Empty if nothing was measured.'),
})

export const getConversationSentiment = defineOperation({
  id: 'getConversationSentiment',
  summary: 'Get the sentiment of a conversation',
  description:
    'Returns the opinions that each speaker states in words, over time, each with its sentence and the words that decided. Sentences without a clear opinion, questions, wishes and polite formulas are omitted. For English transcripts only.',
  tag: 'Analysis',
  cost: COSTS.medium,
  input: z.object({ id: pathId('conversation') }),
  output: sentiment,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/sentiment', ...inData(sentiment) },
  async handle({ id }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    const segments = await selectSegmentsInput(ctx.db, ctx.org, id, 'current')
    const measured = await ctx.requestWorkers.run(sentimentTask, [segments], ctx.signal)
    if (measured.state !== 'measured') return { state: measured.state, speakers: [] }
    const speakers = measured.speakers.map(({ speaker, words, opinions }) => {
      const positive = opinions.filter((one) => one.opinion === 'positive').length
      const negative = opinions.length - positive
      const isEnough = words >= WORDS_MIN && opinions.length >= OPINIONS_MIN
      return {
        ...{ speaker, positive, negative },
        tendency: isEnough ? findTendency(positive, negative) : ('not_enough_words' as const),
        opinions: opinions.slice(0, QUOTES_MAX).map(({ words, ...one }) => ({ ...one, words: [...words] })),
      }
    })
    return { state: measured.state, speakers }
  },
})

function findTendency(positive: number, negative: number): 'positive' | 'negative' | 'mixed' {
  const all = positive + negative
  if (positive / all >= CLEAR) return 'positive'
  return negative / all >= CLEAR ? 'negative' : 'mixed'
}
