import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { selectSettings } from './queries.ts'
import { settings } from './schema.ts'

export const getOrganizationRedaction = defineOperation({
  id: 'getOrganizationRedaction',
  summary: 'Get the redaction settings',
  description: 'Returns the mode, kinds and patterns of redaction. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({}),
  output: settings,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/organizations/redaction', ...inData(settings) },
  handle: (_, ctx) => selectSettings(ctx.db, ctx.org),
})
