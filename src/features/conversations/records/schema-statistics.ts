/** Response schema of speech statistics. docs/statistics.md contains the formulas. */
import { z } from 'zod'

const seconds = z.number().nonnegative()
const share = z.number().min(0).max(1)
const count = z.int().nonnegative()

const monologue = z.object({
  firstSegment: z.int().describe('Index of the first segment in the transcript, from 0.'),
  lastSegment: z.int().describe('Index of the last segment in the transcript, from 0.'),
  start: z.number().nullable().describe('Start in seconds. Null if the transcript has no times.'),
  end: z.number().nullable().describe('End in seconds. Null if the transcript has no times.'),
  duration: seconds
    .nullable()
    .describe(
      'Duration in seconds. Null if the transcript has no times; the longest monologue then has the most words.',
    ),
  words: count.describe('Number of words in the monologue.'),
})

const percents = z.array(z.int().min(0).max(100))

export const talkStrip = z.object({
  internal: percents.describe('Speech of internal speakers in percent of each of 26 equal parts of the call.'),
  external: percents.describe('Speech of all other speakers in percent of each of 26 equal parts of the call.'),
})
export type TalkStrip = z.output<typeof talkStrip>

export const statistics = z
  .object({
    transcriptVersion: z.int().describe('Version of the transcript that the statistics describe.'),
    words: count.describe('Number of words in the transcript.'),
    timedShare: share.describe('Ratio of words with known times, 0 to 1. Durations require 0.9 or more.'),
    namedShare: share.describe('Ratio of words with a known speaker, 0 to 1. Turn statistics require 0.9 or more.'),
    duration: seconds
      .nullable()
      .describe('Seconds from the first to the last word. Null if the transcript has too few times.'),
    speakerCount: count.describe('Number of named speakers.'),
    speakerSwitches: count.nullable().describe('Number of speaker changes. Null if too few speakers are known.'),
    interactivity: z
      .number()
      .min(0)
      .max(10)
      .nullable()
      .describe('Speaker changes per minute, maximum 10. Null if times or speakers are missing.'),
    patience: seconds
      .nullable()
      .describe('Mean pause in seconds before internal speakers reply to external ones. Null if it is unknown.'),
    internalTalkShare: share
      .nullable()
      .describe('Talk time of internal speakers as a ratio of all internal and external talk time. Null if unknown.'),
    longestMonologue: monologue
      .extend({ speaker: z.string().describe('Name of the speaker.') })
      .nullable()
      .describe('Longest monologue of any speaker. Null if too few speakers are known.'),
    longestCustomerStory: monologue
      .extend({ speaker: z.string().describe('Name of the speaker.') })
      .nullable()
      .describe('Longest monologue of an external speaker. Null if there is none.'),
    silence: seconds.nullable().describe('Total of all pauses of at least one second, in seconds. Null without times.'),
    silenceShare: share.nullable().describe('Silence as a ratio of the duration. Null without times.'),
    longestSilence: seconds.nullable().describe('Longest pause in seconds. Null without times.'),
    interruptions: count
      .nullable()
      .describe('Number of interruptions. Null without times, or if the source never has two people speak together.'),
    questionsAsked: count.nullable().describe('Number of questions. Null if the transcript has no punctuation.'),
    questionsAnswered: count
      .nullable()
      .describe('Number of questions that were answered. Null if punctuation or speakers are missing.'),
    talkStrip: talkStrip
      .nullable()
      .optional()
      .describe(
        'Speech of both sides over the call. Null if the side of no speaker is known. Missing in older statistics.',
      ),
    speakers: z
      .array(
        z.object({
          id: z.string().nullable().describe('ID of the speaker in the transcript. Null if there is none.'),
          name: z.string().describe('Name of the speaker.'),
          email: z.string().nullable().describe('Email address of the speaker. Null if unknown.'),
          internal: z
            .boolean()
            .nullable()
            .describe('Whether the speaker belongs to the organization. Null if unknown.'),
          words: count.describe('Number of words by the speaker.'),
          wordShare: share.describe('Ratio of all words.'),
          talkTime: seconds.nullable().describe('Talk time in seconds. Null without times.'),
          talkShare: share.nullable().describe('Ratio of the talk time of all speakers. Null without times.'),
          wordsPerMinute: z.number().nonnegative().nullable().describe('Null below ten seconds of talk time.'),
          turns: count.nullable().describe('Number of turns. Null if too few speakers are known.'),
          longestMonologue: monologue.nullable().describe('Null if too few speakers are known.'),
          interruptions: count.nullable().describe('Number of times this speaker interrupted others. Null if unknown.'),
          questionsAsked: count.nullable().describe('Number of questions of this speaker. Null without punctuation.'),
          questionsAnswered: count
            .nullable()
            .describe('Number of questions of this speaker that others answered. Null if unknown.'),
        }),
      )
      .describe('Named speakers, sorted by number of words, maximum 200.'),
  })
  .meta({ id: 'ConversationStatistics' })
export type Statistics = z.output<typeof statistics>
