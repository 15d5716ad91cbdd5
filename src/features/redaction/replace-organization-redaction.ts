import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { checkPatterns } from './checked.ts'
import { putSettings, selectSettings } from './queries.ts'
import { forgetRules } from './rules-for-models.ts'
import { settings, settingsInput } from './schema.ts'

export const replaceOrganizationRedaction = defineOperation({
  id: 'replaceOrganizationRedaction',
  summary: 'Say what the organization has masked from now on, and where.',
  description:
    'What is stored already stays as it is: mask it with /conversations/{id}/redact or /privacy/redactions. In mode ' +
    '`storage` the words that were masked are nowhere, and nobody can bring them back. Kinds that are not given are ' +
    'all but `ip`.',
  tag: 'Privacy',
  input: settingsInput,
  output: settings,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/organizations/redaction', ...inData(settings) },
  async handle(given, ctx) {
    checkPatterns(given.patterns)
    const settled = await ctx.transact(async (tx) => {
      await putSettings(tx, ctx.org, given, ctx.clock.now())
      ctx.names('organization', ctx.org)
      return selectSettings(tx, ctx.org)
    })
    forgetRules(ctx.org)
    return settled
  },
})
