import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { USER } from '../protocol/definitions.ts'
import { resourceRequestSchema } from '../protocol/describe.ts'
import { projectionFields, projectionInQuery } from '../protocol/project.ts'
import { readResource } from '../protocol/read.ts'
import { addScimUser } from './save.ts'

export const createScimUser = defineOperation({
  id: 'createScimUser',
  summary: 'Create a SCIM user',
  description:
    'Creates a user (RFC 7644, section 3.3). The role defaults to SALES_REP unless an extension contains a ' +
    '`roleUUID`. If the email address belongs to a deleted user, restores that user without their earlier API ' +
    'keys, role and teams. Several users can have the same email address: each further account then gets the ' +
    '`userName` as its address, or the email address with a detail, such as `ann+adm@acme.example`. Fails with 409 ' +
    '`uniqueness` if another user has the `userName`, or if the email address belongs to a user whom no identity ' +
    'provider has created or changed. ' +
    'Requires the admin role.',
  tag: 'SCIM',
  input: z.object({ resource: resourceRequestSchema(USER), ...projectionFields }),
  output: oneResource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/scim/Users',
    status: 201,
    bodyField: 'resource',
    inQuery: projectionInQuery,
    ...singleResourceResponse(USER),
  },
  async handle({ resource, ...asked }, ctx) {
    const doc = readResource(resource, USER)
    return answerWith(await ctx.transact((tx) => addScimUser(tx, ctx, doc)), USER, asked)
  },
})
