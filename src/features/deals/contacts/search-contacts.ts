import { z } from 'zod'
import { fold } from '../../../core/fold.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { queryString } from '../../../core/wire.ts'
import { selectContactsNamed } from './queries.ts'

/** Number of conversations to look in, so that the time doesn't grow with the organization. */
const NEWEST = 500
const LIMIT_MAX = 20

const found = z.object({ name: z.string().nullable(), email: z.string().nullable(), conversation_id: z.string() })

export const searchContacts = defineToolOperation({
  id: 'searchContacts',
  summary: 'Find people outside of the organization by name or address',
  tag: 'Deals',
  input: z.object({ query: queryString(200), limit: z.int().min(1).max(LIMIT_MAX) }),
  output: z.object({ data: z.array(found) }),
  requires: { scope: 'read' },
  async handle({ query, limit }, ctx) {
    const words = fold(query.trim())
    if (words === '') return { data: [] }
    const window = { newest: NEWEST, limit }
    return { data: await selectContactsNamed(ctx.db, ctx.org, toVisibility(ctx.principal), words, window) }
  },
})
