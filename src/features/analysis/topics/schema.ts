/** Table of topics, and response schemas. */
import { z } from 'zod'
import { rawJsonSchema } from '../../../core/page.ts'
import { THING_TYPES } from '../../text/named-entities/index.ts'
import { trackerColor, trackerHits } from '../trackers/index.ts'

declare module '../../../core/db.ts' {
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

const SECONDS = 'Seconds from the start of the recording; null if the transcript has no times.'

const occurrence = z.object({
  segment: z.int().describe('Position in the transcript, from 0.'),
  from: z.int().describe('Offset of the first character in the segment, in UTF-16 units.'),
  to: z.int().describe('Offset after the last character, in UTF-16 units.'),
  speaker: z.string().describe('Name of the speaker; empty if unknown.'),
  start: z.number().nullable().describe(`Start of the segment. ${SECONDS}`),
  quote: z.string().describe('Verbatim text from the segment.'),
})
export type PhraseOccurrence = z.output<typeof occurrence>

export const keyPhrase = z.object({
  text: z.string().describe('The phrase in its most frequent form.'),
  score: z.number().min(0).max(1).describe('Importance, 0 to 1; the first phrase has 1.'),
  count: z.int().describe('Number of occurrences in the transcript.'),
  occurrences: z.array(occurrence).describe('The first 100 occurrences.'),
})
export type SerializedPhrase = z.output<typeof keyPhrase>

export const namedThing = z.object({
  type: z.enum(THING_TYPES).describe('Type of the entity.'),
  text: z.string().describe('Name or value, as said in the conversation.'),
  count: z.int().describe('Number of occurrences in the transcript.'),
  occurrences: z.array(occurrence).describe('The first 100 occurrences.'),
})
export type SerializedEntity = z.output<typeof namedThing>

export const chapter = z.object({
  title: z.string().describe('Title of the chapter.'),
  firstSegment: z.int().describe('Position of the first segment, from 0.'),
  lastSegment: z.int().describe('Position of the last segment, from 0; inclusive.'),
  start: z.number().nullable().describe(`Start of the chapter. ${SECONDS}`),
  end: z.number().nullable().describe(`End of the chapter. ${SECONDS}`),
})
export type SerializedChapter = z.output<typeof chapter>

export const toSerializedChapters = (chapters: readonly SerializedChapter[]): SerializedChapter[] =>
  chapters.map(({ title, firstSegment, lastSegment, start, end }) => ({
    ...{ title, firstSegment, lastSegment, start, end },
  }))

export const topics = z
  .object({
    conversationUUID: z.string().describe('ID of the conversation.'),
    transcriptVersion: z
      .int()
      .nullable()
      .describe('Version of the transcript; null if topics of the current transcript have not been detected yet.'),
    model: z
      .string()
      .nullable()
      .describe('Name of the language model that corrected the topics; null if only rules were used.'),
    createdAt: z.string().nullable().describe('Time of detection, ISO 8601; null if there are no topics yet.'),
    keyPhrases: rawJsonSchema(z.array(keyPhrase).describe('Recurring phrases, most important first.')),
    namedThings: rawJsonSchema(z.array(namedThing).describe('Named entities, most frequent first.')),
    chapters: rawJsonSchema(z.array(chapter).describe('Chapters in transcript order.')),
    trackers: z
      .array(
        z.object({
          uuid: z.string().describe('ID of the tracker.'),
          name: z.string().describe('Name of the tracker.'),
          color: trackerColor.describe('Color of its markers in the app.'),
          count: z.int().describe('Number of hits in the transcript.'),
          hits: rawJsonSchema(trackerHits.describe('The first 100 hits, in transcript order.')),
        }),
      )
      .describe('Hits by tracker, most hits first.'),
  })
  .meta({ id: 'ConversationTopics' })
