import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { USER } from '../protocol/definitions.ts'
import { projectionFields } from '../protocol/project.ts'
import { ifNoneMatchField, ifNoneMatchHeader } from '../protocol/version.ts'
import { userDoc } from './model.ts'
import { selectUser } from './queries.ts'

export const getScimUser = defineOperation({
  id: 'getScimUser',
  summary: 'Get a SCIM user',
  description:
    'Returns a user (RFC 7644, section 3.4.1). Responds with 304 if `If-None-Match` contains the current version. ' +
    'Requires the admin role.',
  tag: 'SCIM',
  input: z.object({ id: pathId('user'), ...projectionFields, ...ifNoneMatchField }),
  output: oneResource,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    method: 'GET',
    path: '/scim/Users/{id}',
    inHeaders: ifNoneMatchHeader,
    status: ({ isKnown }) => (isKnown ? 304 : 200),
    statuses: [200, 304],
    ...singleResourceResponse(USER),
  },
  async handle({ id, ...asked }, ctx) {
    const row = await selectUser(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('user')
    return answerWith(userDoc(row), USER, asked)
  },
})
