import { z } from 'zod'
import { COSTS, defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { GROUP } from '../protocol/definitions.ts'
import { resourceRequestSchema } from '../protocol/describe.ts'
import { isRequested, projectionFields, projectionInQuery } from '../protocol/project.ts'
import { readResource } from '../protocol/read.ts'
import { ifMatchField, ifMatchHeader } from '../protocol/version.ts'
import { GROUP_BODY_LIMIT } from './model.ts'
import { changeScimGroup, requireGroup } from './save.ts'

export const replaceScimGroup = defineOperation({
  id: 'replaceScimGroup',
  summary: 'Replace a SCIM group',
  description:
    'Replaces all attributes and members (RFC 7644, section 3.5.1). Fails with 400 `invalidValue`, without any ' +
    'change, if a member is not a user of the organization. You can repeat the request safely. Requires the admin ' +
    'role.',
  tag: 'SCIM',
  cost: COSTS.medium,
  input: z.object({ id: pathId('team'), resource: resourceRequestSchema(GROUP), ...projectionFields, ...ifMatchField }),
  output: oneResource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PUT',
    bodyLimit: GROUP_BODY_LIMIT,
    path: '/scim/Groups/{id}',
    bodyField: 'resource',
    inQuery: projectionInQuery,
    inHeaders: ifMatchHeader,
    ...singleResourceResponse(GROUP),
  },
  precheck: ({ id }, ctx) => requireGroup(ctx, id),
  async handle({ id, resource, ifMatch, ...asked }, ctx) {
    const doc = readResource(resource, GROUP)
    const wanted = { ifMatch, withMembers: isRequested(asked, 'members', GROUP) }
    return answerWith(await ctx.transact((tx) => changeScimGroup(tx, ctx, id, wanted, () => doc)), GROUP, asked)
  },
})
