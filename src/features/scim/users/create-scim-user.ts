import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { answerWith, oneResource, toldAsOne } from '../protocol/answer.ts'
import { USER } from '../protocol/definitions.ts'
import { bodyOf } from '../protocol/describe.ts'
import { projectionFields, projectionInQuery } from '../protocol/project.ts'
import { readResource } from '../protocol/read.ts'
import { addScimUser } from './save.ts'

export const createScimUser = defineOperation({
  id: 'createScimUser',
  summary: 'Make a user as an identity provider tells one.',
  description:
    'RFC 7644, section 3.3. Without a `roleUUID` in an extension the user is a sales representative. A `userName` or ' +
    'address that a user has already is 409 `uniqueness`; one of a user who was deleted brings that user back.',
  tag: 'SCIM',
  input: z.object({ resource: bodyOf(USER), ...projectionFields }),
  output: oneResource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/scim/Users',
    status: 201,
    bodyField: 'resource',
    inQuery: projectionInQuery,
    ...toldAsOne(USER),
  },
  async handle({ resource, ...asked }, ctx) {
    const doc = readResource(resource, USER)
    return answerWith(await ctx.transact((tx) => addScimUser(tx, ctx, doc)), USER, asked)
  },
})
