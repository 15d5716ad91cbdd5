import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pageOfResources, presentPage, serializePage } from '../protocol/answer.ts'
import { GROUP } from '../protocol/definitions.ts'
import { resourceResponseSchema } from '../protocol/describe.ts'
import { listAnswer, listFields, listFrom } from '../protocol/list.ts'
import { createGroupSource } from './source.ts'

export const listScimGroups = defineOperation({
  id: 'listScimGroups',
  summary: 'List SCIM groups',
  description:
    'Returns groups that match a filter, page by page (RFC 7644, section 3.4.2). Sorted by ID unless `sortBy` is ' +
    'set. Requires the admin role.',
  tag: 'SCIM',
  input: z.object(listFields),
  output: pageOfResources,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    method: 'GET',
    path: '/scim/Groups',
    dress: 'scim',
    present: presentPage,
    answer: listAnswer(resourceResponseSchema(GROUP)),
  },
  async handle(asked, ctx) {
    return serializePage(await listFrom(createGroupSource(ctx, asked), asked, GROUP), GROUP, asked)
  },
})
