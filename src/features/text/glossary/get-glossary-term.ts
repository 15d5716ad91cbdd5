import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { toGlossaryTerm } from './mutate.ts'
import { selectTerm } from './queries.ts'
import { glossaryTerm } from './schema.ts'

export const getGlossaryTerm = defineOperation({
  id: 'getGlossaryTerm',
  summary: 'Get a glossary term',
  description: 'Returns a term of the organization’s glossary with its spellings.',
  tag: 'Glossary',
  input: z.object({ id: pathId('glossary term') }),
  output: glossaryTerm,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/glossary/{id}', ...inData(glossaryTerm) },
  async handle({ id }, ctx) {
    const row = await selectTerm(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('glossary term')
    return toGlossaryTerm(row, ctx.org)
  },
})
