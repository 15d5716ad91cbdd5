import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { putSharing, selectSharing } from './queries.ts'
import { sharing, sharingInput } from './schema.ts'

export const replaceOrganizationSharing = defineOperation({
  id: 'replaceOrganizationSharing',
  summary: 'Replace the sharing settings of the organization.',
  description:
    'Takes effect immediately, also for links that were shared before: while `outside` is false they open nothing for ' +
    'people outside the organization, and they work again when it is true. Sharing outside while it is false is ' +
    'refused with 403 `outside_sharing_disabled`.',
  tag: 'Privacy',
  input: sharingInput,
  output: sharing,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/organizations/sharing', ...inData(sharing) },
  handle: ({ outside }, ctx) =>
    ctx.transact(async (tx) => {
      await putSharing(tx, ctx.org, outside, ctx.clock.now())
      ctx.names('organization', ctx.org)
      return selectSharing(tx, ctx.org)
    }),
})
