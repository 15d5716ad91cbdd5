import { z } from 'zod'
import { RawJson } from '../../../../core/json.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema, rawJsonSchema } from '../../../../core/page.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { processingStatus, transcriptStatus } from '../schema.ts'
import { talkStrip } from '../schema-statistics.ts'
import { filterFields, parseFilters } from './filters.ts'
import { type BriefRow, selectBriefs } from './queries-briefs.ts'

const PEOPLE_MAX = 6
/** Maximum length of a headline in code points. */
const HEADLINE_MAX = 240

const person = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  internal: z.boolean().describe('Whether the participant belongs to the organization.'),
})

const brief = z
  .object({
    uuid: z.string().describe('ID of the conversation.'),
    title: z.string(),
    startedAt: z.string().describe('Start time, or the import time if the start is unknown. Lists are sorted by it.'),
    mediaDuration: z.number().nullable().describe('Duration in seconds. Null if unknown.'),
    user: z
      .object({ uuid: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() })
      .describe('Owner of the conversation.'),
    team: z.object({ uuid: z.string(), name: z.string() }).nullable().describe('Null if it belongs to no team.'),
    externalOpportunity: z
      .object({ uuid: z.string(), title: z.string() })
      .nullable()
      .describe('Opportunity of the conversation. Null if there is none.'),
    archived: z.boolean(),
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
  })
  .meta({ id: 'ConversationBrief' })
export type ConversationBrief = z.output<typeof brief>

export const listConversationBriefs = defineOperation({
  id: 'listConversationBriefs',
  summary: 'List short descriptions of conversations',
  description:
    'Returns conversations from newest to oldest with the fields that a list shows, without transcripts and ' +
    'documents. Supports the filters of `GET /conversations/list`.',
  tag: 'Conversations',
  input: z.object({ ...pageFields({ default: 25, max: 100 }), ...filterFields }),
  output: pageSchema(brief),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/briefs', ...paged(brief) },
  async handle({ page, size, ...given }, ctx) {
    const filters = parseFilters(given, { hideEmpty: false })
    const { total, rows } = await selectBriefs(
      ctx.db,
      ctx.org,
      toVisibility(ctx.principal),
      filters,
      { limit: size, offset: (page - 1) * size },
      { people: PEOPLE_MAX, headline: HEADLINE_MAX },
    )
    return { data: rows.map(serializeBrief), meta: pageMeta(page, size, total) }
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
})
