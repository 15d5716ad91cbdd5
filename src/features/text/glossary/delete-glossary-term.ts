import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { deleteTermRow, lockGlossary } from './queries.ts'

export const deleteGlossaryTerm = defineOperation({
  id: 'deleteGlossaryTerm',
  summary: 'Delete a glossary term',
  description:
    'Deletes a term with its spellings permanently. Corrections of transcripts stay. Requires the admin role. Earlier conversations are analyzed again in the background, if they contain one of the spellings.',
  tag: 'Glossary',
  input: z.object({ id: pathId('glossary term') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/glossary/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      await lockGlossary(tx, ctx.org)
      if (!(await deleteTermRow(tx, ctx.org, id))) throw notFound('glossary term')
      await requestLookBack(tx, ctx)
    })
    return undefined
  },
})
