import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { USER } from '../protocol/definitions.ts'
import { projectionFields } from '../protocol/project.ts'
import { ifNoneMatchField, ifNoneMatchHeader } from '../protocol/version.ts'
import { userDoc } from './model.ts'
import { selectUser } from './queries.ts'

export const getScimMe = defineOperation({
  id: 'getScimMe',
  summary: 'Get the SCIM user of the API key',
  description:
    'Returns the user that the API key belongs to (RFC 7644, section 3.11), with the permanent address of the user in ' +
    '`Location`. Responds with 304 if `If-None-Match` contains the current version, and with 404 for an org-level key, ' +
    'which belongs to no user. Requires the admin role.',
  tag: 'SCIM',
  input: z.object({ ...projectionFields, ...ifNoneMatchField }),
  output: oneResource,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    method: 'GET',
    path: '/scim/Me',
    inHeaders: ifNoneMatchHeader,
    status: ({ isKnown }) => (isKnown ? 304 : 200),
    statuses: [200, 304],
    refusals: [404],
    ...singleResourceResponse(USER),
  },
  async handle(asked, ctx) {
    const { user } = ctx.principal
    const row = user === undefined ? undefined : await selectUser(ctx.db, ctx.org, user.id)
    if (row === undefined) throw notFound('user')
    return answerWith(userDoc(row), USER, asked)
  },
})
