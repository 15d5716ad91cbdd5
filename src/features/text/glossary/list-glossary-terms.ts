import { z } from 'zod'
import { fold } from '../../../core/fold.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryList, queryString } from '../../../core/wire.ts'
import { GLOSSARY_KINDS } from '../glossary-spellings/index.ts'
import { toGlossaryTerm } from './mutate.ts'
import { selectPage } from './queries.ts'
import { glossaryTerm } from './schema.ts'

export const listGlossaryTerms = defineOperation({
  id: 'listGlossaryTerms',
  summary: 'List glossary terms',
  description: 'Returns the terms of the organization’s glossary with their spellings, sorted alphabetically.',
  tag: 'Glossary',
  input: z.object({
    q: queryString(200)
      .optional()
      .describe(
        'Text that the term, an alias or a misheard form contains, ignoring case, up to 200 characters. Defaults to all terms. Example: `loom`.',
      ),
    kind: queryList(z.enum(GLOSSARY_KINDS), { max: GLOSSARY_KINDS.length }).describe(
      'Kinds of terms, separated by commas: `product`, `person`, `company`, `acronym` or `other`. Defaults to all. Example: `product,company`.',
    ),
    ...changedListFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(glossaryTerm),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/glossary', ...paged(glossaryTerm) },
  async handle({ q = '', kind, ...input }, ctx) {
    const filter = { contains: fold(q.trim()), kinds: kind }
    const { rows, meta } = await selectPage(ctx.db, ctx.org, filter, toWindow(input))
    return { data: rows.map((row) => toGlossaryTerm(row, ctx.org)), meta }
  },
})
