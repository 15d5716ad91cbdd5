import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { selectSource } from './queries.ts'
import { NOUN, source, sourceAnswer } from './schema.ts'
import { serializeSource } from './serialize-source.ts'

export const getKnowledgeSource = defineOperation({
  id: 'getKnowledgeSource',
  summary: 'Get a knowledge source',
  description: 'Returns the source with its state of indexing and, for inline sources, its content.',
  tag: 'Knowledge base',
  input: z.object({ id: pathId(NOUN) }),
  output: source,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/knowledge-base/sources/{id}',
    present: (data) => ({ data }),
    answer: sourceAnswer,
  },
  async handle({ id }, ctx) {
    const row = await selectSource(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound(NOUN)
    return serializeSource(row)
  },
})
