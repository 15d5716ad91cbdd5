import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { storeTerms, toGlossaryTerm } from './mutate.ts'
import { lockGlossary, selectTerm } from './queries.ts'
import { glossaryTerm, termFields } from './schema.ts'

export const updateGlossaryTerm = defineOperation({
  id: 'updateGlossaryTerm',
  summary: 'Update a glossary term',
  description:
    'Omitted fields keep their values; `aliases` and `misheard` replace all existing entries. Requires the admin role. Earlier conversations are analyzed again in the background, if they contain one of the spellings; `GET /analysis/progress` returns how far this is.',
  tag: 'Glossary',
  input: z
    .object({ id: pathId('glossary term'), ...termFields, term: termFields.term.optional() })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: glossaryTerm,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PATCH', path: '/glossary/{id}', ...inData(glossaryTerm) },
  async handle({ id, ...input }, ctx) {
    return ctx.transact(async (tx) => {
      // Lock order: the glossary, then its terms.
      await lockGlossary(tx, ctx.org)
      const existing = await selectTerm(tx, ctx.org, id)
      if (existing === undefined) throw notFound('glossary term')
      await storeTerms(tx, ctx, [{ existing, input, pointer: '' }])
      const row = await selectTerm(tx, ctx.org, id)
      if (row === undefined) throw notFound('glossary term')
      return toGlossaryTerm(row, ctx.org)
    })
  },
})
