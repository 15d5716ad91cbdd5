import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { USER } from '../protocol/definitions.ts'
import { resourceRequestSchema } from '../protocol/describe.ts'
import { projectionFields, projectionInQuery } from '../protocol/project.ts'
import { readResource } from '../protocol/read.ts'
import { ifMatchField, ifMatchHeader } from '../protocol/version.ts'
import { changeScimUser } from './save.ts'

export const replaceScimUser = defineOperation({
  id: 'replaceScimUser',
  summary: 'Replace a SCIM user',
  description:
    'Replaces all attributes (RFC 7644, section 3.5.1). Clears omitted attributes, except `active`, the role and ' +
    'the email address. Setting `active` to false ends the API keys and sessions of the user immediately. You can ' +
    'repeat the request safely. Requires the admin role.',
  tag: 'SCIM',
  input: z.object({ id: pathId('user'), resource: resourceRequestSchema(USER), ...projectionFields, ...ifMatchField }),
  output: oneResource,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PUT',
    path: '/scim/Users/{id}',
    bodyField: 'resource',
    inQuery: projectionInQuery,
    inHeaders: ifMatchHeader,
    ...singleResourceResponse(USER),
  },
  async handle({ id, resource, ifMatch, ...asked }, ctx) {
    const doc = readResource(resource, USER)
    return answerWith(await ctx.transact((tx) => changeScimUser(tx, ctx, id, { ifMatch }, () => doc)), USER, asked)
  },
})
