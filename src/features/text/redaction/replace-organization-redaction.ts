import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { putSettings, selectSettings } from './queries.ts'
import { clearRules } from './rules-for-models.ts'
import { settings, settingsInput } from './schema.ts'
import { checkPatterns } from './validate-patterns.ts'

export const replaceOrganizationRedaction = defineOperation({
  id: 'replaceOrganizationRedaction',
  summary: 'Replace the redaction settings',
  description:
    'Applies to new data. Stored data stays unchanged; redact it with `POST /conversations/{id}/redact` or ' +
    "`POST /privacy/redactions`. In mode `storage`, Parley doesn't store the original text, so it can't be restored. " +
    'Omitted fields are reset to their defaults.',
  tag: 'Privacy',
  input: settingsInput,
  output: settings,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/organizations/redaction', ...inData(settings) },
  async handle(given, ctx) {
    checkPatterns(given.patterns)
    const settled = await ctx.transact(async (tx) => {
      await putSettings(tx, ctx.org, given, ctx.clock.now())
      ctx.addAuditTarget('organization', ctx.org)
      return selectSettings(tx, ctx.org)
    })
    clearRules(ctx.org)
    return settled
  },
})
