import { z } from 'zod'
import { COSTS, defineOperation } from '../../../../core/operation.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { GROUP } from '../protocol/definitions.ts'
import { resourceRequestSchema } from '../protocol/describe.ts'
import { isRequested, projectionFields, projectionInQuery } from '../protocol/project.ts'
import { readResource } from '../protocol/read.ts'
import { GROUP_BODY_LIMIT } from './model.ts'
import { addScimGroup } from './save.ts'

export const createScimGroup = defineOperation({
  id: 'createScimGroup',
  summary: 'Create a SCIM group',
  description:
    'Creates a team at the top of the team hierarchy (RFC 7644, section 3.3). Fails with 409 `uniqueness` if a group ' +
    'with this `displayName` exists, and with 400 `invalidValue` if a member is not a user of the organization. ' +
    'Requires the admin role.',
  tag: 'SCIM',
  cost: COSTS.medium,
  input: z.object({ resource: resourceRequestSchema(GROUP), ...projectionFields }),
  output: oneResource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/scim/Groups',
    status: 201,
    bodyLimit: GROUP_BODY_LIMIT,
    bodyField: 'resource',
    inQuery: projectionInQuery,
    ...singleResourceResponse(GROUP),
  },
  async handle({ resource, ...asked }, ctx) {
    const doc = readResource(resource, GROUP)
    const withMembers = isRequested(asked, 'members', GROUP)
    return answerWith(await ctx.transact((tx) => addScimGroup(tx, ctx, doc, withMembers)), GROUP, asked)
  },
})
