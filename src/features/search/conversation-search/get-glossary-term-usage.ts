import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { extractTerms } from '../../../core/terms.ts'
import { pathId } from '../../../core/wire.ts'
import { NO_FILTERS, permittedConversations } from '../../conversations/records/index.ts'
import { selectTerm } from '../../text/glossary/index.ts'
import { listSpellings } from '../../text/glossary-spellings/index.ts'

/** Maximum number of passages that are read for each spelling. */
const PASSAGES_MAX = 200

const usage = z.object({
  conversations: z.int().describe('Number of conversations that contain at least one of the spellings.'),
  isComplete: z
    .boolean()
    .describe(`Whether the numbers are exact. False if a spelling occurs in more than ${PASSAGES_MAX} passages.`),
  spellings: z
    .array(
      z.object({
        text: z.string().describe('Spelling of the term, as stored.'),
        role: z.enum(['term', 'alias', 'misheard']).describe('Whether it is the term, an alias or a misheard form.'),
        conversations: z.int().describe('Number of conversations that contain it.'),
      }),
    )
    .describe('All spellings of the term, the term first.'),
})
export type GlossaryTermUsage = z.output<typeof usage>

export const getGlossaryTermUsage = defineOperation({
  id: 'getGlossaryTermUsage',
  summary: 'Get the usage of a glossary term',
  description:
    'Returns in how many conversations that the caller can access each spelling of a term is said, in any case and with any ending.',
  tag: 'Glossary',
  cost: COSTS.medium,
  input: z.object({ id: pathId('glossary term') }),
  output: usage,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/glossary/{id}/usage', ...inData(usage) },
  async handle({ id }, ctx) {
    const term = await selectTerm(ctx.db, ctx.org, id)
    if (term === undefined) throw notFound('glossary term')
    const within = {
      conversations: permittedConversations(ctx.org, toVisibility(ctx.principal), NO_FILTERS, undefined),
    }
    const all = new Set<string>()
    let isComplete = true
    const spellings: GlossaryTermUsage['spellings'] = []
    for (const { text, role } of listSpellings(term)) {
      ctx.signal.throwIfAborted()
      const run = extractTerms(text)
      const criteria = { terms: [], phrases: [run], without: [], speakers: [] }
      // A spelling of stop words only, such as `IT`, isn't in the index.
      const hits = run.length === 0 ? [] : await ctx.search.find(ctx.db, ctx.org, within, criteria, PASSAGES_MAX)
      const ids = new Set(hits.map(({ conversationId }) => conversationId))
      for (const one of ids) all.add(one)
      if (hits.length >= PASSAGES_MAX) isComplete = false
      spellings.push({ text, role, conversations: ids.size })
    }
    return { conversations: all.size, isComplete, spellings }
  },
})
