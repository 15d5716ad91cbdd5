import { z } from 'zod'
import { RawJson } from '../../../../core/json.ts'
import { listFields, toWindow } from '../../../../core/list-page.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { paged, pageSchema, rawJsonSchema } from '../../../../core/page.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { userReference } from '../../../../core/user-reference.ts'
import { uuid } from '../../../../core/wire.ts'
import { processingStatus, transcriptStatus } from '../schema.ts'
import { talkStrip } from '../schema-statistics.ts'
import { filterFields, NO_TEAM, parseFilters } from './filters.ts'
import { type BriefRow, selectBriefs } from './queries-briefs.ts'
import { LIST_ORDERS } from './queries-list.ts'

const PEOPLE_MAX = 6
/** Maximum length of a headline in code points. */
const HEADLINE_MAX = 240

const person = z.object({
  name: z.string().nullable().describe('Name of the participant. Null if unknown.'),
  email: z.string().nullable().describe('Email address of the participant. Null if unknown.'),
  internal: z.boolean().describe('Whether the participant belongs to the organization.'),
})

const brief = z
  .object({
    uuid: z.string().describe('ID of the conversation.'),
    title: z.string().describe('Title of the conversation.'),
    startedAt: z.string().describe('Start time, or the import time if the start is unknown. Lists are sorted by it.'),
    mediaDuration: z.number().nullable().describe('Duration in seconds. Null if unknown.'),
    user: userReference.describe('Owner of the conversation.'),
    team: z
      .object({ uuid: z.string().describe('ID of the team.'), name: z.string().describe('Name of the team.') })
      .nullable()
      .describe('Team of the conversation. Null if it belongs to no team.'),
    externalOpportunity: z
      .object({
        uuid: z.string().describe('ID of the opportunity in Parley.'),
        title: z.string().describe('Title of the opportunity.'),
      })
      .nullable()
      .describe('Opportunity of the conversation. Null if there is none.'),
    archived: z.boolean().describe('Whether the conversation is archived.'),
    private: z.boolean().describe('Whether only the owner and admins can see the conversation.'),
    isInternal: z.boolean().describe('Whether all participants belong to the organization.'),
    isEmpty: z.boolean().describe('Whether the conversation contains no speech.'),
    processingStatus: processingStatus.describe('Result of the analysis. `pending`: not yet analyzed.'),
    transcriptStatus: transcriptStatus.describe(
      '`pending`: the transcript has not arrived yet. `none`: there is none.',
    ),
    labels: rawJsonSchema(z.record(z.string(), z.string()).describe('Label options by category.')),
    people: rawJsonSchema(z.array(person).describe(`The first ${PEOPLE_MAX} participants, external ones first.`)),
    peopleCount: z.int().describe('Number of all participants.'),
    headline: z
      .string()
      .nullable()
      .describe(`First line of the summary, maximum ${HEADLINE_MAX} characters. Null without a summary.`),
    talkStrip: rawJsonSchema(
      talkStrip.nullable().describe('Speech of both sides over the call. Null before the analysis, or if unknown.'),
    ),
    score: z
      .number()
      .nullable()
      .describe(
        'Average score of the scorecard result that an order by score uses, 0 to 100. Null without a result, and in other orders.',
      ),
  })
  .meta({ id: 'ConversationBrief' })
export type ConversationBrief = z.output<typeof brief>

/** Filter for the conversations behind the figures of a report. */
const reportFilters = {
  'filter[own_team.id]': z
    .union([uuid(), z.literal(NO_TEAM)])
    .optional()
    .describe(
      'ID of a team, without the teams below it, or `none` for conversations without a team. ' +
        'Example: `5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10`.',
    ),
  'filter[scorecard_item.id]': uuid()
    .optional()
    .describe(
      'ID of a scorecard item with a score, from `GET /scorecards/{id}/items`. Example: `4c1e1d47-2b5d-4f6a-9a63-0b8e5c2a7f0c`.',
    ),
}

export const listConversationBriefs = defineOperation({
  id: 'listConversationBriefs',
  summary: 'List short descriptions of conversations',
  description:
    'Returns conversations with the fields that a list shows, without transcripts and documents, from newest to ' +
    'oldest or in another order. Supports the filters of `GET /conversations/list`, and filters by figures of reports.',
  tag: 'Conversations',
  input: z.object({
    ...listFields({ default: 25, max: 100 }),
    ...filterFields,
    ...reportFilters,
    sort: z
      .enum(LIST_ORDERS)
      .default('newest')
      .describe(
        'Order by start, by duration, or by the average score of scorecard results. With several results, ' +
          '`highest_score` uses the highest and `lowest_score` the lowest one, among those that match the filters of ' +
          'scores. Unknown durations and scores come last. Defaults to `newest`. Example: `lowest_score`.',
      ),
  }),
  output: pageSchema(brief),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/briefs', ...paged(brief) },
  async handle({ sort, ...given }, ctx) {
    const filters = {
      ...parseFilters(given, { hideEmpty: false }),
      ownTeam: given['filter[own_team.id]'],
      scorecardItemId: given['filter[scorecard_item.id]'],
    }
    const { rows, meta } = await selectBriefs(
      ctx.db,
      ctx.org,
      toVisibility(ctx.principal),
      filters,
      toWindow({ page: given.page, size: given.size, cursor: given.cursor }),
      { people: PEOPLE_MAX, headline: HEADLINE_MAX },
      sort,
    )
    return { data: rows.map(serializeBrief), meta }
  },
})

const serializeBrief = (row: BriefRow): z.input<typeof brief> => ({
  uuid: row.id,
  title: row.title,
  startedAt: row.started_at,
  mediaDuration: row.media_duration,
  user: { uuid: row.owner_id, email: row.owner_email, firstName: row.owner_first_name, lastName: row.owner_last_name },
  team: row.team_id === null ? null : { uuid: row.team_id, name: row.team_name ?? '' },
  externalOpportunity:
    row.opportunity_id === null ? null : { uuid: row.opportunity_id, title: row.opportunity_title ?? '' },
  archived: row.archived,
  private: row.private,
  isInternal: row.is_internal,
  isEmpty: row.is_empty,
  processingStatus: row.processing_status,
  transcriptStatus: row.transcript_status,
  labels: new RawJson(row.labels),
  people: new RawJson(row.people),
  peopleCount: row.people_count,
  headline: row.headline || null,
  talkStrip: new RawJson(row.talk_strip ?? 'null'),
  score: row.score,
})
