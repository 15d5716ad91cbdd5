import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { answerWith, oneResource, singleResourceResponse } from '../protocol/answer.ts'
import { GROUP } from '../protocol/definitions.ts'
import { isRequested, projectionFields } from '../protocol/project.ts'
import { ifNoneMatchField, ifNoneMatchHeader } from '../protocol/version.ts'
import { selectGroups } from './queries.ts'
import { groupDocs } from './source.ts'

export const getScimGroup = defineOperation({
  id: 'getScimGroup',
  summary: 'Get a SCIM group',
  description:
    'Returns a group (RFC 7644, section 3.4.1). Responds with 304 if `If-None-Match` contains the current version. ' +
    'Requires the admin role.',
  tag: 'SCIM',
  input: z.object({ id: pathId('team'), ...projectionFields, ...ifNoneMatchField }),
  output: oneResource,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    method: 'GET',
    path: '/scim/Groups/{id}',
    inHeaders: ifNoneMatchHeader,
    status: ({ isKnown }) => (isKnown ? 304 : 200),
    statuses: [200, 304],
    ...singleResourceResponse(GROUP),
  },
  async handle({ id, ...asked }, ctx) {
    const rows = await selectGroups(ctx.db, ctx.org, [id])
    const [doc] = await groupDocs(ctx.db, ctx.org, rows, isRequested(asked, 'members', GROUP))
    if (doc === undefined) throw notFound('team')
    return answerWith(doc, GROUP, asked)
  },
})
