import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pageOfResources, presentPage, serializePage } from '../protocol/answer.ts'
import { USER } from '../protocol/definitions.ts'
import { resourceResponseSchema } from '../protocol/describe.ts'
import { listAnswer, listFrom } from '../protocol/list.ts'
import { searchFields } from '../protocol/search.ts'
import { createUserSource } from './source.ts'

export const searchScimUsers = defineOperation({
  id: 'searchScimUsers',
  summary: 'Search SCIM users',
  description:
    'Returns users that match a filter, page by page, like `listScimUsers`. The parameters are in the body (RFC 7644, ' +
    'section 3.4.3), so filters can be long and stay out of access logs. Requires the admin role.',
  tag: 'SCIM',
  input: z.object(searchFields),
  output: pageOfResources,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    method: 'POST',
    path: '/scim/Users/.search',
    safe: true,
    derived: false,
    dress: 'scim',
    present: presentPage,
    answer: listAnswer(resourceResponseSchema(USER)),
  },
  async handle({ schemas: _, ...asked }, ctx) {
    return serializePage(await listFrom(createUserSource(ctx, asked), asked, USER), USER, asked)
  },
})
