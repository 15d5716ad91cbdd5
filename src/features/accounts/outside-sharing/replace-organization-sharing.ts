import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { putSharing, selectSharing } from './queries.ts'
import { sharing, sharingInput } from './schema.ts'

export const replaceOrganizationSharing = defineOperation({
  id: 'replaceOrganizationSharing',
  summary: 'Replace the sharing settings',
  description:
    "Takes effect immediately and applies to existing links. While `outside` is false, links don't work for people " +
    'outside the organization, and new external shares fail with 403 `outside_sharing_disabled`. Existing links work ' +
    "again when it's true.",
  tag: 'Privacy',
  input: sharingInput,
  output: sharing,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/organizations/sharing', ...inData(sharing) },
  handle: ({ outside }, ctx) =>
    ctx.transact(async (tx) => {
      await putSharing(tx, ctx.org, outside, ctx.clock.now())
      ctx.addAuditTarget('organization', ctx.org)
      return selectSharing(tx, ctx.org)
    }),
})
