/** What a question is asked with, and what an answer says. */
import { z } from 'zod'
import { text, uuid } from '../../core/wire.ts'

export const PROMPT_MAX = 4_000
export const prompt = () => text({ min: 1, max: PROMPT_MAX, trim: true })

const seconds = z.number().nullable()

export const citation = z.object({
  type: z.enum(['CONVERSATION', 'KB_SOURCE']),
  conversation_id: z.string().nullable().describe('Null for a source of the knowledge base.'),
  source_id: z.string().nullable().describe('Null for a conversation.'),
  title: z.string(),
  speaker: z.string().nullable().describe('Null when nobody knows, and for sources.'),
  start: seconds.describe('When the segment begins, in seconds; null where the transcript has no times.'),
  end: seconds,
  quote: z.string().describe('Verbatim from the segment or source.'),
  segment: z.int().nullable().describe('Place of the segment in the transcript, from 0; null for sources.'),
})
export type Citation = z.output<typeof citation>

export const answer = z.object({
  output: z.string(),
  citations: z.array(citation),
  conversations_used: z.array(z.string()).describe('Conversations that the answer quotes.'),
  answered: z.boolean().describe('False when nothing that was asked about holds an answer; output says so then.'),
  notice: z.string().nullable().describe('What was left out or could not be done, in words.'),
})
export type Answer = z.output<typeof answer>

/** Told while an answer comes about. */
export const events = {
  evidence: z.object({
    conversations: z.int().describe('Conversations that were looked into; sources, for the knowledge base.'),
    used: z.int().describe('Those that seem to hold an answer.'),
  }),
  text: z.object({ text: z.string().describe('The next piece of output; all of them in a row are it.') }),
  citation,
}

export const conversationIds = z.array(uuid()).min(1).max(100)
