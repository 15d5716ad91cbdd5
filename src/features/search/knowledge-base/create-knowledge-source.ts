import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { fold } from '../../../core/fold.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { indexSource } from '../../text/passages/index.ts'
import { passagesOfContent } from './content.ts'
import { createMasker, cutTitle } from './masked.ts'
import { insertSource } from './queries.ts'
import {
  CONTENT_BODY_LIMIT,
  CONTENT_MAX,
  content,
  manualFormat,
  NOUN,
  source,
  sourceAnswer,
  TITLE_MAX,
  title,
} from './schema.ts'
import { serializeSource } from './serialize-source.ts'

export const createKnowledgeSource = defineOperation({
  id: 'createKnowledgeSource',
  summary: 'Create a knowledge source from text',
  description:
    'Stores inline content and indexes it before the response, so that search finds it immediately. HTML is indexed as ' +
    'text, without scripts and styles. Requires the admin role. Each request creates another source.',
  tag: 'Knowledge base',
  cost: COSTS.high,
  input: z.object({
    title: title().describe(`Title of the source, 1 to ${TITLE_MAX} characters. Example: \`Price list 2026\`.`),
    content: content().describe(`Text of the source, 1 to ${CONTENT_MAX} characters, stored unchanged.`),
    format: manualFormat
      .default('text/markdown')
      .describe('Format of `content`. Defaults to `text/markdown`. Example: `text/plain`.'),
  }),
  output: source,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/knowledge-base/sources',
    status: 201,
    bodyLimit: CONTENT_BODY_LIMIT,
    present: (data) => ({ data }),
    answer: sourceAnswer,
  },
  async handle({ format, ...given }, ctx) {
    const mask = await createMasker(ctx)
    const [title, content] = [cutTitle(mask(given.title)), mask(given.content)]
    const passages = await passagesOfContent(ctx, content, format)
    return ctx.transact(async (tx) => {
      const row = await insertSource(tx, ctx.org, {
        id: newId(),
        title,
        titleFolded: fold(title),
        sourceType: 'manual',
        format,
        status: 'indexed',
        content,
        fileName: null,
        fileArrived: true,
        fileSize: Buffer.byteLength(content),
        chunkCount: passages.length,
        at: ctx.clock.now(),
      })
      await indexSource(ctx, tx, row.id, passages)
      ctx.addAuditTarget(NOUN, row.id)
      return serializeSource(row)
    })
  },
})
