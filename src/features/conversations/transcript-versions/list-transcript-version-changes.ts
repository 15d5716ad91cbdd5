import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { pageFields, pageLinks, pageMeta } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectSegmentsInput } from '../records/index.ts'
import { compareTranscriptsTask } from './compare-transcripts.ts'
import { requireVersion } from './require-version.ts'
import { changesAnswer, changesOutput, pathVersion, queryVersion } from './schema.ts'

export const listTranscriptVersionChanges = defineOperation({
  id: 'listTranscriptVersionChanges',
  summary: 'List changes between transcript versions',
  description:
    'Returns the lines of a version that differ from another version, with their changed words, and the numbers of ' +
    'equal lines between them. `meta.summary` describes all differences. The first version has no differences without `against`.',
  tag: 'Conversations',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('conversation'),
    version: pathVersion(),
    against: queryVersion().describe(
      'Version to compare with, 1 to 1000000000. Defaults to the version before. Example: `1`.',
    ),
    ...pageFields({ default: 50, max: 200 }),
  }),
  output: changesOutput,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/conversations/{id}/transcript-versions/{version}/changes',
    answer: changesAnswer,
    present: ({ data, meta }, wire) => ({ data, links: pageLinks(wire, meta), meta }),
  },
  async handle({ id, version, against: requested, page, size }, ctx) {
    const { previous } = await requireVersion(ctx, id, version, '/path/version')
    const against = requested ?? previous
    if (against !== null) await requireVersion(ctx, id, against, '/query/against')
    const load = (one: number) => selectSegmentsInput(ctx.db, ctx.org, id, one)
    const [before, after] = [await load(against ?? version), await load(version)]
    const { data, total, unchangedAfter, summary } = await ctx.requestWorkers.run(
      compareTranscriptsTask,
      [before, after, { page, size }],
      ctx.signal,
    )
    return { data, meta: { ...pageMeta(page, size, total), against, unchangedAfter, summary } }
  },
})
