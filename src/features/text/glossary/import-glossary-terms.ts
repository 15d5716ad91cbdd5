import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { text } from '../../../core/wire.ts'
import { storeTerms, type TermChange } from './mutate.ts'
import { parseTermTable } from './parse-table.ts'
import { lockGlossary, selectOwners, selectTermsById } from './queries.ts'
import { TERMS_MAX, termInput } from './schema.ts'
import { SpellingKeys } from './spelling-keys.ts'

const CSV_LENGTH = 2_000_000
const BODY_LIMIT = 8 * 1024 * 1024
/** Number of changed terms up to which the audit entry names each. */
const NAMED_MAX = 20

const result = z.object({
  created: z.int().describe('Number of new terms.'),
  updated: z.int().describe('Number of changed terms.'),
  unchanged: z.int().describe('Number of terms that were the same already.'),
})

export const importGlossaryTerms = defineOperation({
  id: 'importGlossaryTerms',
  summary: 'Import glossary terms',
  description: `Creates or updates up to ${TERMS_MAX} terms, all or none. A term that exists, ignoring case and word endings, is updated, and its omitted fields keep their values; terms that the request doesn't contain stay. Repeating the request has no further effect. Requires the admin role. Earlier conversations are analyzed again in the background, if they contain one of the spellings.`,
  tag: 'Glossary',
  cost: COSTS.high,
  input: z
    .object({
      terms: z
        .array(termInput)
        .min(1)
        .max(TERMS_MAX)
        .optional()
        .describe(
          `Terms, 1 to ${TERMS_MAX}. Example: \`[{"term": "Wayloom", "misheard": ["Way Loom"], "kind": "product"}]\`.`,
        ),
      csv: text({ min: 1, max: CSV_LENGTH })
        .optional()
        .describe(
          `Terms as CSV, up to ${CSV_LENGTH} characters, separated by commas, semicolons or tabs. Columns: \`term\`, \`aliases\`, \`misheard\`, \`kind\`, \`meaning\`, in the order of the header, or in this order without a header. Values in a cell are separated by \`|\`. Example: \`term,misheard\\nWayloom,Way Loom|Veyloom\`.`,
        ),
    })
    .refine(({ terms, csv }) => (terms === undefined) !== (csv === undefined), {
      message: 'The request must have either `terms` or `csv`.',
    }),
  output: result,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/glossary/import', bodyLimit: BODY_LIMIT, ...inData(result) },
  async handle({ terms, csv }, ctx) {
    const inputs = terms ?? parseTermTable(csv ?? '')
    if (inputs.length === 0) throw invalid({ pointer: '/csv', detail: 'The table has no terms. Add at least one row.' })
    // Before the transaction, which blocks other requests on the embedded database.
    const keys = new SpellingKeys(ctx)
    await keys.load(
      inputs.flatMap(({ term, aliases = [], misheard = [] }) => [term, ...aliases, ...misheard]),
      ctx.signal,
    )
    return ctx.transact(async (tx) => {
      await lockGlossary(tx, ctx.org)
      const termKeys = inputs.map(({ term }) => keys.get(term).key)
      const owners = await selectOwners(tx, ctx.org, [...new Set(termKeys)])
      const rows = new Map(
        (await selectTermsById(tx, ctx.org, [...new Set(owners.values())])).map((row) => [row.id, row]),
      )
      await keys.load(
        [...rows.values()].map(({ term }) => term),
        ctx.signal,
      )
      const changes = inputs.map((input, at): TermChange => {
        const owner = rows.get(owners.get(termKeys[at] ?? '') ?? '')
        // A term that is an alias of another one is a conflict, which `storeTerms` reports.
        const existing = owner !== undefined && keys.get(owner.term).key === termKeys[at] ? owner : undefined
        return { existing, input, pointer: csv === undefined ? `/terms/${at}` : '/csv' }
      })
      const { created, updated, unchanged } = await storeTerms(tx, ctx, changes, keys)
      const changed = [...created, ...updated]
      if (changed.length <= NAMED_MAX) for (const id of changed) ctx.addAuditTarget('glossary term', id)
      else ctx.addAuditTarget('glossary import', `created:${created.length},updated:${updated.length}`)
      return { created: created.length, updated: updated.length, unchanged }
    })
  },
})
