import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { RawJson } from '../../../core/json.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectTracker } from './queries.ts'
import { selectTracked } from './queries-hits.ts'
import { trackedConversation } from './schema.ts'

export const listTrackerHits = defineOperation({
  id: 'listTrackerHits',
  summary: 'List hits of a tracker',
  description:
    'Returns conversations with hits of the tracker, newest first. Covers the current transcripts of conversations that the caller can access, except archived ones.',
  tag: 'Trackers',
  input: z.object({ id: pathId('tracker'), ...listFields({ default: 20, max: 50 }) }),
  output: pageSchema(trackedConversation),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/trackers/{id}/hits', ...paged(trackedConversation) },
  async handle({ id, ...window }, ctx) {
    const [tracker, { rows, meta }] = await Promise.all([
      selectTracker(ctx.db, ctx.org, id),
      selectTracked(ctx.db, ctx.org, toVisibility(ctx.principal), id, toWindow(window)),
    ])
    if (tracker === undefined) throw notFound('tracker')
    return {
      data: rows.map((row) => ({
        conversationUUID: row.id,
        title: row.title,
        startedAt: row.started_at,
        trackerVersion: row.tracker_version,
        count: row.hit_count,
        hits: new RawJson(row.hits),
      })),
      meta,
    }
  },
})
