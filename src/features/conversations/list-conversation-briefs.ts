import { z } from 'zod'
import { RawJson } from '../../core/json.ts'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf, rawJsonOf } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { filterFields, filtersOf } from './filters.ts'
import { type BriefRow, selectBriefs } from './queries-briefs.ts'
import { processingStatus, transcriptStatus } from './schema.ts'

const PEOPLE_MAX = 6
/** Code points of a headline. */
const HEADLINE_MAX = 240

const person = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  internal: z.boolean().describe('Of the organization.'),
})

const brief = z
  .object({
    uuid: z.string(),
    title: z.string(),
    startedAt: z.string().describe('By which lists are ordered: when it began, or else when it was imported.'),
    mediaDuration: z.number().nullable().describe('Seconds.'),
    user: z.object({ uuid: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() }),
    team: z.object({ uuid: z.string(), name: z.string() }).nullable(),
    externalOpportunity: z.object({ uuid: z.string(), title: z.string() }).nullable(),
    archived: z.boolean(),
    private: z.boolean(),
    isInternal: z.boolean(),
    isEmpty: z.boolean(),
    processingStatus,
    transcriptStatus,
    labels: rawJsonOf(z.record(z.string(), z.string())),
    people: rawJsonOf(z.array(person)).describe(
      `The first ${PEOPLE_MAX} participants, those from outside before the others.`,
    ),
    peopleCount: z.int().describe('How many took part.'),
    headline: z.string().nullable().describe(`How the summary begins, at most ${HEADLINE_MAX} characters of it.`),
  })
  .meta({ id: 'ConversationBrief' })
export type ConversationBrief = z.output<typeof brief>

export const listConversationBriefs = defineOperation({
  id: 'listConversationBriefs',
  summary: 'List conversations by what a row on a screen shows, newest first.',
  description:
    'The filters of GET /conversations/list, without transcripts and documents: a page of it is small however long people talked.',
  tag: 'Conversations',
  input: z.object({ ...pageFields({ default: 25, max: 100 }), ...filterFields }),
  output: pageOf(brief),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/briefs', ...paged(brief) },
  async handle({ page, size, ...given }, ctx) {
    const filters = filtersOf(given, { hideEmpty: false })
    const { total, rows } = await selectBriefs(
      ctx.db,
      ctx.org,
      visibilityOf(ctx.principal),
      filters,
      { limit: size, offset: (page - 1) * size },
      { people: PEOPLE_MAX, headline: HEADLINE_MAX },
    )
    return { data: rows.map(briefOf), meta: pageMeta(page, size, total) }
  },
})

const briefOf = (row: BriefRow): z.input<typeof brief> => ({
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
})
