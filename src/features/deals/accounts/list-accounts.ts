import { z } from 'zod'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryString } from '../../../core/wire.ts'
import { loadSummaries } from './load.ts'
import { selectAccounts } from './queries.ts'
import { accountSummary } from './schema.ts'

export const listAccounts = defineOperation({
  id: 'listAccounts',
  summary: 'List accounts with their open deals',
  description:
    'Returns companies from the CRM that are linked to conversations, with their newest conversation, open deals and ' +
    'signals that they need attention. Contains only accounts with a conversation that the caller can read. Most ' +
    'recently active first.',
  tag: 'Deals',
  input: z.object({
    ...listFields({ default: 50, max: 200 }),
    name: queryString(512)
      .optional()
      .describe(
        'Text that the name, the domain or the CRM ID contains, ignoring case. Maximum 512 characters. Example: `harbor`.',
      ),
  }),
  output: pageSchema(accountSummary),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/accounts', ...paged(accountSummary) },
  async handle({ name = '', ...input }, ctx) {
    const window = toWindow(input)
    const { rows, meta } = await selectAccounts(ctx.db, ctx.org, toVisibility(ctx.principal), name.trim(), window)
    return { data: (await loadSummaries(ctx, rows)).map(({ summary }) => summary), meta }
  },
})
