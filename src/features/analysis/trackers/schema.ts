/** Tables of trackers, with request and response schemas. */
import { z } from 'zod'
import { updatedAtField } from '../../../core/list-page.ts'
import { rawJsonSchema } from '../../../core/page.ts'
import { text } from '../../../core/wire.ts'
import { givenTeams } from '../../accounts/identity/index.ts'
import { TRACKER_COLORS, type TrackerColor } from './colors.ts'

declare module '../../../core/db.ts' {
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
      color: TrackerColor | null
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

export const trackerColor = z.enum(TRACKER_COLORS)

/** Maximum number of trackers per organization. */
export const TRACKERS_MAX = 200

export const tracker = z
  .object({
    uuid: z.string().describe('ID of the tracker.'),
    name: z.string().describe('Name of the tracker, unique in the organization.'),
    description: z.string().describe('Purpose of the tracker. Can be empty.'),
    phrases: z.array(z.string()).describe('Phrases to detect in conversations.'),
    stemmed: z.boolean().describe('Whether other word forms match: `price` also matches `pricing`.'),
    caseSensitive: z.boolean().describe('Whether case must match.'),
    speakers: speakers.describe(
      'Speakers whose words are searched. Speakers on an unknown side are searched only with `all`.',
    ),
    allTeams: z.boolean().describe('Whether the tracker applies to conversations of all teams.'),
    teamsUUID: z
      .array(z.string())
      .describe('IDs of teams whose conversations are searched, including child teams. Empty if `allTeams` is true.'),
    enabled: z.boolean().describe('Whether the tracker is used in new analyses.'),
    color: trackerColor.describe('Color of the markers of the tracker in the app.'),
    version: z.int().describe('Version of the tracker; increases with every change except that of the color.'),
    updatedAt: updatedAtField(),
    organizationUUID: z.string().describe('ID of the organization.'),
  })
  .meta({ id: 'Tracker' })
export type Tracker = z.output<typeof tracker>

/** Request fields. Only name and phrases are required to create a tracker. */
export const trackerFields = {
  name: text({ min: 1, max: 128, trim: true }).describe(
    'Name, 1 to 128 characters, unique in the organization ignoring case. Example: `Competitors`.',
  ),
  description: text({ max: 2_000 })
    .optional()
    .describe(
      'Purpose of the tracker, up to 2,000 characters. Defaults to empty. Example: `Mentions of competing products`.',
    ),
  phrases: z
    .array(text({ min: 1, max: 200, trim: true }))
    .min(1)
    .max(100)
    .describe(
      'Words or phrases to detect, 1 to 100, each with 1 to 200 characters. Replaces all existing phrases. Example: `["price list", "discount"]`.',
    ),
  stemmed: z
    .boolean()
    .optional()
    .describe('Whether other word forms match: `price` also matches `pricing`. Defaults to true.'),
  caseSensitive: z.boolean().optional().describe('Whether case must match. Defaults to false.'),
  speakers: speakers
    .optional()
    .describe('Speakers whose words are searched: `all`, `internal` or `external`. Defaults to `all`.'),
  allTeams: z
    .boolean()
    .optional()
    .describe(
      'Whether the tracker applies to all teams. Defaults to true, or to false if `teamsUUID` is set. True clears `teamsUUID`.',
    ),
  teamsUUID: givenTeams
    .optional()
    .describe(
      'IDs of teams, from `GET /organizations/teams`; child teams are included. Sets `allTeams` to false. Example: `["7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47"]`.',
    ),
  enabled: z.boolean().optional().describe('Whether the tracker is used in new analyses. Defaults to true.'),
  color: trackerColor
    .optional()
    .describe(
      'Color of the markers in the app: `purple`, `green`, `slate`, `red` or `olive`. Defaults to the color that the fewest trackers have. Example: `green`.',
    ),
}

export const trackerHits = z.array(
  z.object({
    segment: z.int().describe('Position in the transcript, from 0.'),
    from: z.int().describe('Offset of the first character of the words in the segment, in UTF-16 units.'),
    to: z.int().describe('Offset after the last character, in UTF-16 units.'),
    phrase: z.string().describe('Phrase of the tracker that matched.'),
    speaker: z.string().describe('Name of the speaker; empty if unknown.'),
    start: z
      .number()
      .nullable()
      .describe('Start in seconds from the start of the recording; null if the transcript has no times.'),
    end: z.number().nullable().describe('End in seconds; null if the transcript has no times.'),
    quote: z.string().describe('The words with their context, verbatim.'),
  }),
)

export const trackedConversation = z
  .object({
    conversationUUID: z.string().describe('ID of the conversation.'),
    title: z.string().describe('Title of the conversation.'),
    startedAt: z.string().describe('Start of the conversation, ISO 8601.'),
    trackerVersion: z.int().describe('Version of the tracker that detected the hits.'),
    count: z.int().describe('Number of hits in the conversation.'),
    hits: rawJsonSchema(trackerHits.describe('The first 100 hits, in transcript order.')),
  })
  .meta({ id: 'TrackedConversation' })
