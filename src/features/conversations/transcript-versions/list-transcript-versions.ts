import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible } from '../records/index.ts'
import { selectVersions } from './queries.ts'
import { parseRestoredVersion } from './restored-format.ts'
import { transcriptVersion } from './schema.ts'

export const listTranscriptVersions = defineOperation({
  id: 'listTranscriptVersions',
  summary: 'List transcript versions',
  description: 'Returns the versions of the transcript from newest to oldest, without their text.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation'), ...listFields({ default: 25, max: 100 }) }),
  output: pageSchema(transcriptVersion),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/transcript-versions', ...paged(transcriptVersion) },
  async handle({ id, ...input }, { db, org, principal }) {
    const visibility = toVisibility(principal)
    if (!(await isVisible(db, org, visibility, id))) throw notFound('conversation')
    const { rows, meta } = await selectVersions(db, org, visibility, id, toWindow(input))
    return {
      data: rows.map((row) => ({
        ...{ version: row.version, form: row.form, sourceFormat: row.source_format, segments: row.segment_count },
        ...{ words: row.word_count, createdBy: row.created_by, createdAt: row.created_at },
        ...{ restoredVersion: parseRestoredVersion(row.source_format), restriction: row.restriction },
      })),
      meta,
    }
  },
})
