import { defineOperation } from '../../../core/operation.ts'
import { RESOURCE_TYPES } from '../protocol/definitions.ts'
import { documents, refuseFilter, resourceTypeDoc, toldDocuments, unfiltered } from './documents.ts'

export const listScimResourceTypes = defineOperation({
  id: 'listScimResourceTypes',
  summary: 'Tell identity providers which types of resources there are.',
  description: 'RFC 7644, section 4.',
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
