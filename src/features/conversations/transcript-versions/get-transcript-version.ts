import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pageFields, pageLinks, pageMeta } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectSegmentsInput } from '../records/index.ts'
import { transcriptAnswer, transcriptOutput, transcriptPageTask } from '../transcript-lines/index.ts'
import { requireVersion } from './require-version.ts'
import { pathVersion } from './schema.ts'

export const getTranscriptVersion = defineOperation({
  id: 'getTranscriptVersion',
  summary: 'Get a version of the transcript',
  description:
    'Returns lines of a current or earlier version, one page at a time, in the form of `GET /conversations/{id}/transcript`. ' +
    'Redaction and erasure of a person change all versions, so that none contains the removed words. Returns 404 for a ' +
    'version with lines of a conversation that you can’t see, after a split or the undo of a merge.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    version: pathVersion(),
    ...pageFields({ default: 100, max: 500 }),
  }),
  output: transcriptOutput,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/conversations/{id}/transcript-versions/{version}',
    answer: transcriptAnswer,
    present: ({ data, meta }, wire) => ({ data, links: pageLinks(wire, meta), meta }),
  },
  async handle({ id, version, page, size }, ctx) {
    const { form } = await requireVersion(ctx, id, version, '/path/version')
    const segments = await selectSegmentsInput(ctx.db, ctx.org, id, version)
    const filters = { page, size, wanted: '', form }
    const {
      data,
      total,
      page: pageNumber,
      ...others
    } = await ctx.requestWorkers.run(transcriptPageTask, [segments, filters], ctx.signal)
    return { data, meta: { ...pageMeta(pageNumber, size, total), transcriptVersion: version, ...others } }
  },
})
