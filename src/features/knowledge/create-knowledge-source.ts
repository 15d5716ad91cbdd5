import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { fold } from '../../core/fold.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { indexSource } from '../passages/index.ts'
import { passagesOfContent } from './content.ts'
import { sourceOf } from './element.ts'
import { maskingOf, titleOf } from './masked.ts'
import { insertSource } from './queries.ts'
import { CONTENT_BODY_LIMIT, content, manualFormat, NOUN, source, sourceAnswer, title } from './schema.ts'

export const createKnowledgeSource = defineOperation({
  id: 'createKnowledgeSource',
  summary: 'Create a knowledge base source from inline content and index it.',
  description: 'It is indexed before the answer. Of HTML the text is indexed, without scripts, styles and the like.',
  tag: 'Knowledge base',
  cost: COSTS.high,
  input: z.object({ title: title(), content: content(), format: manualFormat.default('text/markdown') }),
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
    const mask = await maskingOf(ctx)
    const [title, content] = [titleOf(mask(given.title)), mask(given.content)]
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
      ctx.names(NOUN, row.id)
      return sourceOf(row)
    })
  },
})
