import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { answerWith, oneResource, toldAsOne } from '../protocol/answer.ts'
import { GROUP } from '../protocol/definitions.ts'
import { bodyOf } from '../protocol/describe.ts'
import { projectionFields, projectionInQuery, wants } from '../protocol/project.ts'
import { readResource } from '../protocol/read.ts'
import { GROUP_BODY_LIMIT } from './model.ts'
import { addScimGroup } from './save.ts'

export const createScimGroup = defineOperation({
  id: 'createScimGroup',
  summary: 'Make a group, which is a team, as an identity provider tells one.',
  description:
    'RFC 7644, section 3.3. The team stands at the top of the tree. A `displayName` that a group has already is 409 ' +
    '`uniqueness`, a member that is no user of the organization 400 `invalidValue`.',
  tag: 'SCIM',
  cost: COSTS.medium,
  input: z.object({ resource: bodyOf(GROUP), ...projectionFields }),
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
    ...toldAsOne(GROUP),
  },
  async handle({ resource, ...asked }, ctx) {
    const doc = readResource(resource, GROUP)
    const withMembers = wants(asked, 'members', GROUP)
    return answerWith(await ctx.transact((tx) => addScimGroup(tx, ctx, doc, withMembers)), GROUP, asked)
  },
})
