import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pageOfResources, presentPage, serializePage } from '../protocol/answer.ts'
import { GROUP } from '../protocol/definitions.ts'
import { resourceResponseSchema } from '../protocol/describe.ts'
import { listAnswer, listFrom } from '../protocol/list.ts'
import { searchFields } from '../protocol/search.ts'
import { createGroupSource } from './source.ts'

export const searchScimGroups = defineOperation({
  id: 'searchScimGroups',
  summary: 'Search SCIM groups',
  description:
    'Returns groups that match a filter, page by page, like `listScimGroups`. The parameters are in the body (RFC 7644, ' +
    'section 3.4.3), so filters can be long and stay out of access logs. Requires the admin role.',
  tag: 'SCIM',
  input: z.object(searchFields),
  output: pageOfResources,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: {
    method: 'POST',
    path: '/scim/Groups/.search',
    safe: true,
    derived: false,
    dress: 'scim',
    present: presentPage,
    answer: listAnswer(resourceResponseSchema(GROUP)),
  },
  async handle({ schemas: _, ...asked }, ctx) {
    return serializePage(await listFrom(createGroupSource(ctx, asked), asked, GROUP), GROUP, asked)
  },
})
