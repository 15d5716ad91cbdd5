/** The table of topics, and what answers say of them. */
import { z } from 'zod'
import { rawJsonOf } from '../../core/page.ts'
import { THING_TYPES } from '../named-things/index.ts'
import { trackerHits } from '../trackers/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    conversation_topics: {
      organization_id: string
      conversation_id: string
      transcript_version: number
      model: string | null
      made_at: Instant
      key_phrases: string
      named_things: string
      chapters: string
    }
  }
}

const SECONDS = 'Seconds from the start of the recording; null when the transcript has no times.'

const occurrence = z.object({
  segment: z.int().describe('Position in the transcript, from 0.'),
  from: z.int().describe('First character in the segment, from 0.'),
  to: z.int().describe('The one behind the last.'),
  speaker: z.string().describe('Empty when the transcript names nobody.'),
  start: z.number().nullable().describe(`Of the segment. ${SECONDS}`),
  quote: z.string().describe('Verbatim.'),
})
export type Occurrence = z.output<typeof occurrence>

export const keyPhrase = z.object({
  text: z.string(),
  score: z.number().min(0).max(1).describe('1 for the first one.'),
  count: z.int(),
  occurrences: z.array(occurrence).describe('The first hundred.'),
})
export type ToldPhrase = z.output<typeof keyPhrase>

export const namedThing = z.object({
  type: z.enum(THING_TYPES),
  text: z.string(),
  count: z.int(),
  occurrences: z.array(occurrence).describe('The first hundred.'),
})
export type ToldThing = z.output<typeof namedThing>

export const chapter = z.object({
  title: z.string(),
  firstSegment: z.int(),
  lastSegment: z.int(),
  start: z.number().nullable().describe(SECONDS),
  end: z.number().nullable(),
})
export type ToldChapter = z.output<typeof chapter>

export const topics = z
  .object({
    conversationUUID: z.string(),
    transcriptVersion: z
      .int()
      .nullable()
      .describe('Of the transcript they are of; null while none have been made of the transcript as it is now.'),
    model: z.string().nullable().describe('The language model that looked them over; null when rules alone made them.'),
    createdAt: z.string().nullable(),
    keyPhrases: rawJsonOf(z.array(keyPhrase)),
    namedThings: rawJsonOf(z.array(namedThing)).describe('Most often said first.'),
    chapters: rawJsonOf(z.array(chapter)),
    trackers: z
      .array(z.object({ uuid: z.string(), name: z.string(), count: z.int(), hits: rawJsonOf(trackerHits) }))
      .describe('What the trackers of the organization found, most first.'),
  })
  .meta({ id: 'ConversationTopics' })
