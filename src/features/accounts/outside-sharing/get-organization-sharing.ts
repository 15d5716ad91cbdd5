import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { selectSharing } from './queries.ts'
import { sharing } from './schema.ts'

export const getOrganizationSharing = defineOperation({
  id: 'getOrganizationSharing',
  summary: 'Get the sharing settings',
  description: 'Returns whether sharing outside the organization is allowed. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({}),
  output: sharing,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/organizations/sharing', ...inData(sharing) },
  handle: (_, ctx) => selectSharing(ctx.db, ctx.org),
})
