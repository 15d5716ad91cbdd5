import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { listFields, toWindow } from '../../../../core/list-page.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { paged, pageSchema } from '../../../../core/page.ts'
import { toVisibility } from '../../../../core/principal.ts'
import { pathId } from '../../../../core/wire.ts'
import { isVisible } from '../queries-clips.ts'
import { selectVersions } from '../queries-state.ts'

const transcriptVersion = z
  .object({
    version: z.int().describe('Number of the version, from 1. The highest number is the current version.'),
    form: z.enum(['V1', 'V2']).describe('`V2` has a time for each word.'),
    sourceFormat: z.string().describe('Format that the transcript was imported from.'),
    segments: z.int().describe('Number of segments in this version.'),
    words: z.int().describe('Number of words in this version.'),
    createdBy: z
      .string()
      .nullable()
      .describe('ID of the user who corrected the transcript. Null for imports and organization-level keys.'),
    createdAt: z.string().describe('When the version was stored, ISO 8601.'),
  })
  .meta({ id: 'TranscriptVersion' })

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
    if (!(await isVisible(db, org, toVisibility(principal), id))) throw notFound('conversation')
    const { rows, meta } = await selectVersions(db, org, id, toWindow(input))
    return {
      data: rows.map((row) => ({
        ...{ version: row.version, form: row.form, sourceFormat: row.source_format, segments: row.segment_count },
        ...{ words: row.word_count, createdBy: row.created_by, createdAt: row.created_at },
      })),
      meta,
    }
  },
})
