/** Request and response schemas of answers. */
import { z } from 'zod'
import { text, uuid } from '../../../core/wire.ts'

export const PROMPT_MAX = 4_000
export const prompt = () => text({ min: 1, max: PROMPT_MAX, trim: true })

const seconds = z.number().nullable()

export const citation = z.object({
  type: z.enum(['CONVERSATION', 'KB_SOURCE']).describe('Whether the quote is from a conversation or a document.'),
  conversation_id: z.string().nullable().describe('ID of the quoted conversation. Null for a knowledge base source.'),
  source_id: z.string().nullable().describe('ID of the quoted knowledge base source. Null for a conversation.'),
  title: z.string().describe('Title of the conversation or source.'),
  speaker: z.string().nullable().describe('Name of the speaker. Null if unknown, and for sources.'),
  start: seconds.describe('Start of the segment in seconds. Null for sources, and if the transcript has no times.'),
  end: seconds.describe('End of the segment in seconds. Null for sources, and if the transcript has no times.'),
  quote: z.string().describe('Verbatim text of the segment or source.'),
  segment: z.int().nullable().describe('Index of the segment in the transcript, from 0. Null for sources.'),
  passage: z
    .int()
    .nullable()
    .describe('Index of the passage in the answer, from 0. A passage can have several quotes. Null for other answers.'),
  key: z
    .string()
    .nullable()
    .describe('Part of the quote that answers the question. The rest is context. Null if nothing is marked.'),
})
export type Citation = z.output<typeof citation>

export const answer = z.object({
  output: z.string().describe('Text of the answer, or the statement that the sources contain none.'),
  citations: z.array(citation).describe('Quotes that support the answer, in the order of the text.'),
  conversations_used: z
    .array(z.string())
    .describe('IDs of the conversations that the answer quotes, or whose records it contains.'),
  answered: z.boolean().describe('Whether the sources contain an answer. If false, there are no citations.'),
  related: z
    .array(citation)
    .describe(
      'Nearest passages if `answered` is false, or headlines of the newest calls with the account or person in the ' +
        'question. They are related, and no answer. Otherwise empty.',
    ),
  mode: z
    .enum(['records', 'passages', 'model'])
    .nullable()
    .describe(
      'Origin of the answer. `records`: stored facts, such as participants, statistics, action items and CRM fields, or ' +
        'the statement that such a record is empty. `passages`: quotes. `model`: a language model, from quotes. Null if ' +
        'nothing answers the question.',
    ),
  verdict: z
    .enum(['yes', 'no', 'disputed'])
    .nullable()
    .describe(
      'Verdict of a yes-or-no question if quoted sentences support it, and `disputed` if they support both. The passages ' +
        'that support it come first. Null for other questions, without such a sentence, and with a language model.',
    ),
  notice: z
    .string()
    .nullable()
    .describe('Omitted parts, or a fallback to another method. Null if the answer has no restrictions.'),
})
export type Answer = z.output<typeof answer>

/** Intermediate events of a streamed answer. */
export const events = {
  evidence: z.object({
    conversations: z.int().describe('Number of conversations considered, or of knowledge base sources.'),
    used: z.int().describe('Number of them that probably contain an answer.'),
  }),
  text: z.object({ text: z.string().describe('Next part of `output`. All parts concatenated are the complete text.') }),
  citation,
}

export const conversationIds = z.array(uuid()).min(1).max(100)
