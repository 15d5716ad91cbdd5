import { defineOperation } from '../../../../core/operation.ts'
import { RESOURCE_TYPES } from '../protocol/definitions.ts'
import { documents, refuseFilter, resourceTypeDoc, toldDocuments, unfiltered } from './documents.ts'

export const listScimResourceTypes = defineOperation({
  id: 'listScimResourceTypes',
  summary: 'List SCIM resource types',
  description: 'Returns the resource types `User` and `Group` (RFC 7644, section 4). Requires the admin role.',
  tag: 'SCIM',
  input: unfiltered,
  output: documents,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/scim/ResourceTypes', ...toldDocuments },
  async handle({ filter }) {
    refuseFilter(filter)
    return RESOURCE_TYPES.map(resourceTypeDoc)
  },
})
