import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pageOfResources, presentPage, serializePage } from '../protocol/answer.ts'
import { USER } from '../protocol/definitions.ts'
import { resourceResponseSchema } from '../protocol/describe.ts'
import { listAnswer, listFields, listFrom } from '../protocol/list.ts'
import { createUserSource } from './source.ts'

export const listScimUsers = defineOperation({
  id: 'listScimUsers',
  summary: 'List SCIM users',
  description:
    'Returns users that match a filter, page by page (RFC 7644, section 3.4.2). Sorted by ID unless `sortBy` is ' +
    'set. Requires the admin role.',
  tag: 'SCIM',
  input: z.object(listFields),
  output: pageOfResources,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    method: 'GET',
    path: '/scim/Users',
    dress: 'scim',
    present: presentPage,
    answer: listAnswer(resourceResponseSchema(USER)),
  },
  async handle(asked, ctx) {
    return serializePage(await listFrom(createUserSource(ctx, asked), asked, USER), USER, asked)
  },
})
