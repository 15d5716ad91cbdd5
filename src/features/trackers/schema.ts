/** Tables of trackers, what requests give and what answers say of one. */
import { z } from 'zod'
import { rawJsonOf } from '../../core/page.ts'
import { text } from '../../core/wire.ts'
import { givenTeams } from '../identity/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    trackers: {
      organization_id: string
      id: string
      name: string
      name_folded: string
      description: string
      phrases: string[]
      stemmed: boolean
      case_sensitive: boolean
      speakers: Speakers
      all_teams: boolean
      enabled: boolean
      version: number
      created_at: Instant
      updated_at: Instant
    }
    tracker_teams: { organization_id: string; tracker_id: string; team_id: string }
    tracker_hits: {
      organization_id: string
      tracker_id: string
      conversation_id: string
      tracker_version: number
      transcript_version: number
      hit_count: number
      hits: string
    }
  }
}

const speakers = z.enum(['all', 'internal', 'external'])
export type Speakers = z.output<typeof speakers>

/** Trackers of an organization. */
export const TRACKERS_MAX = 200

export const tracker = z
  .object({
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    phrases: z.array(z.string()),
    stemmed: z.boolean().describe('Finds the words in any ending: `price` also as `pricing`.'),
    caseSensitive: z.boolean(),
    speakers: speakers.describe('Whose words count. Those of speakers whose side nobody knows count for `all` alone.'),
    allTeams: z.boolean(),
    teamsUUID: z
      .array(z.string())
      .describe('The teams whose conversations, and those of the teams below them, it looks through.'),
    enabled: z.boolean(),
    version: z.int().describe('Counts its changes.'),
    organizationUUID: z.string(),
  })
  .meta({ id: 'Tracker' })
export type Tracker = z.output<typeof tracker>

/** Fields of requests; all but name and phrases may be left out at creation. */
export const trackerFields = {
  name: text({ min: 1, max: 128, trim: true }),
  description: text({ max: 2_000 }).optional(),
  phrases: z
    .array(text({ min: 1, max: 200, trim: true }))
    .min(1)
    .max(100)
    .describe('Each is a word, or words in a row.'),
  stemmed: z.boolean().optional().describe('Default true.'),
  caseSensitive: z.boolean().optional().describe('Default false.'),
  speakers: speakers.optional().describe('Default `all`.'),
  allTeams: z.boolean().optional().describe('Default true, unless teams are named. True takes the named teams off.'),
  teamsUUID: givenTeams.optional(),
  enabled: z.boolean().optional().describe('Default true.'),
}

export const trackerHits = z.array(
  z.object({
    segment: z.int().describe('Position in the transcript, from 0.'),
    from: z.int().describe('First character of the words in the segment, from 0.'),
    to: z.int().describe('The one behind the last.'),
    phrase: z.string().describe('The phrase of the tracker.'),
    speaker: z.string().describe('Empty when the transcript names nobody.'),
    start: z.number().nullable().describe('Seconds from the start of the recording; null without times.'),
    end: z.number().nullable(),
    quote: z.string().describe('Verbatim from the segment, with what stands around.'),
  }),
)

export const trackedConversation = z
  .object({
    conversationUUID: z.string(),
    title: z.string(),
    startedAt: z.string(),
    trackerVersion: z.int().describe('Of the tracker, when it looked through the conversation.'),
    count: z.int(),
    hits: rawJsonOf(trackerHits).describe('The first hundred.'),
  })
  .meta({ id: 'TrackedConversation' })
