/** How people spoke, as the element of a conversation tells it; docs/statistics.md has the formulas. */
import { z } from 'zod'

const seconds = z.number().nonnegative()
const share = z.number().min(0).max(1)
const count = z.int().nonnegative()

const monologue = z.object({
  firstSegment: z.int().describe('Position in the transcript, from 0.'),
  lastSegment: z.int(),
  start: z.number().nullable().describe('Seconds from the start of the recording.'),
  end: z.number().nullable(),
  duration: seconds
    .nullable()
    .describe('Null when the source has no times; the longest is then the one of most words.'),
  words: count,
})

export const statistics = z
  .object({
    transcriptVersion: z.int().describe('Of the transcript they are of.'),
    words: count,
    timedShare: share.describe('Of the words, those whose times are known. Figures in time need 0.9 of them.'),
    namedShare: share.describe('Of the words, those whose speaker is known. Figures on turns need 0.9 of them.'),
    duration: seconds.nullable().describe('From the first word to the last.'),
    speakerCount: count.describe('Of speakers with a name.'),
    speakerSwitches: count.nullable(),
    interactivity: z.number().min(0).max(10).nullable().describe('Speaker switches a minute, 10 at most.'),
    patience: seconds
      .nullable()
      .describe('Mean seconds from the end of what an outside speaker says to the beginning of an inside reply.'),
    internalTalkShare: share
      .nullable()
      .describe('Of the talk time of speakers whose side is known, that of inside ones.'),
    longestMonologue: monologue.extend({ speaker: z.string() }).nullable(),
    longestCustomerStory: monologue.extend({ speaker: z.string() }).nullable(),
    silence: seconds.nullable().describe('Pauses of a second and more.'),
    silenceShare: share.nullable().describe('Of the duration.'),
    longestSilence: seconds.nullable(),
    interruptions: count.nullable().describe('Null also where the source never has two people speak at once.'),
    questionsAsked: count.nullable().describe('Null where the source has no punctuation.'),
    questionsAnswered: count.nullable(),
    speakers: z
      .array(
        z.object({
          id: z.string().nullable(),
          name: z.string(),
          email: z.string().nullable(),
          internal: z.boolean().nullable().describe('Null when nobody knows.'),
          words: count,
          wordShare: share,
          talkTime: seconds.nullable(),
          talkShare: share.nullable().describe('Of the talk times of all.'),
          wordsPerMinute: z.number().nonnegative().nullable().describe('Null below ten seconds of talk.'),
          turns: count.nullable(),
          longestMonologue: monologue.nullable(),
          interruptions: count.nullable().describe('Made by this speaker.'),
          questionsAsked: count.nullable(),
          questionsAnswered: count.nullable().describe('Of those asked by this speaker, the ones that got an answer.'),
        }),
      )
      .describe('Those with a name, most words first; 200 at most.'),
  })
  .meta({ id: 'ConversationStatistics' })
export type Statistics = z.output<typeof statistics>
