/** Prompts of the language model for summaries, and the schemas of its output. */
import { z } from 'zod'
import { DATA, quotesSchema } from '../../text/model-input/index.ts'

const evidence = quotesSchema('One to three short quotes that prove it.')
const line = z.object({ text: z.string(), evidence })
export const asked = z.object({
  headline: line.describe('What the conversation was about, in one line.'),
  paragraphs: z.array(line).describe('What was said, in order, two to four sentences each.'),
  decisions: z.array(line).describe('What was settled. Empty when nothing was.'),
  actionItems: z.array(
    line.extend({
      owner: z
        .string()
        .nullable()
        .describe('Who is to do it, by name; null when nobody said so. Quote their promise or consent, if any.'),
      due: z.string().nullable().describe('When, in the very words that were said; null when nobody said so.'),
    }),
  ),
  openQuestions: z.array(line).describe('What was asked and not answered.'),
  chapters: z
    .array(z.object({ title: z.string(), firstSegment: z.int(), evidence }))
    .describe('Where the conversation turns to something else, from its first line on.'),
})
export type SummaryOutput = z.output<typeof asked>

export const joined = z.object({
  headline: z.object({ text: z.string(), sources: z.array(z.int()) }),
  paragraphs: z.array(z.object({ text: z.string(), sources: z.array(z.int()).describe('Numbers of the notes.') })),
})

export const SYSTEM =
  'You summarize conversations for people who were not there. Write in the language of the conversation, plainly and ' +
  'exactly, and tell who said what. Claim nothing that was not said. Each claim needs evidence: the number of a line, ' +
  'and words copied from that line letter by letter. Claims without evidence are thrown away. ' +
  `The transcript stands between two marks. ${DATA}`
export const JOINING =
  'You make one summary of notes on the parts of a long conversation. Write in the language of the notes, plainly and ' +
  'exactly. Claim nothing that the notes do not say, and name the numbers of the notes each claim stands on. ' +
  `The notes stand between two marks. ${DATA}`
