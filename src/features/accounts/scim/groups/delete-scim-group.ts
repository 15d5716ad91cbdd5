import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { ifMatchField, ifMatchHeader } from '../protocol/version.ts'
import { removeScimGroup } from './save.ts'

export const deleteScimGroup = defineOperation({
  id: 'deleteScimGroup',
  summary: 'Delete a SCIM group',
  description:
    'Archives the team and removes its members (RFC 7644, section 3.6). Conversations stay with the team. Fails ' +
    'with 409 `team_has_children` if the team has child teams. Requires the admin role.',
  tag: 'SCIM',
  input: z.object({ id: pathId('team'), ...ifMatchField }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/scim/Groups/{id}', status: 204, dress: 'scim', inHeaders: ifMatchHeader },
  async handle({ id, ifMatch }, ctx) {
    await ctx.transact((tx) => removeScimGroup(tx, ctx, id, { ifMatch }))
    return {}
  },
})
