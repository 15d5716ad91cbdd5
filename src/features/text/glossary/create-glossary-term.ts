import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { storeTerms, toGlossaryTerm } from './mutate.ts'
import { lockGlossary, selectTerm } from './queries.ts'
import { glossaryTerm, termInput } from './schema.ts'

export const createGlossaryTerm = defineOperation({
  id: 'createGlossaryTerm',
  summary: 'Create a glossary term',
  description:
    'Adds a term with its spellings. Search, questions, trackers, named entities and new transcriptions use it. Requires the admin role. Earlier conversations are analyzed again in the background, if they contain one of the spellings; `GET /analysis/progress` returns how far this is.',
  tag: 'Glossary',
  input: termInput,
  output: glossaryTerm,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/glossary', status: 201, ...inData(glossaryTerm) },
  async handle(input, ctx) {
    return ctx.transact(async (tx) => {
      await lockGlossary(tx, ctx.org)
      const { created } = await storeTerms(tx, ctx, [{ existing: undefined, input, pointer: '' }])
      const [id = ''] = created
      ctx.addAuditTarget('glossary term', id)
      const row = await selectTerm(tx, ctx.org, id)
      if (row === undefined) throw new Error('The term is missing after its creation.')
      return toGlossaryTerm(row, ctx.org)
    })
  },
})
