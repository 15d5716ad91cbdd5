import { defineOperation } from '../../../../core/operation.ts'
import { SCHEMAS } from '../protocol/definitions.ts'
import { documents, refuseFilter, schemaDoc, toldDocuments, unfiltered } from './documents.ts'

export const listScimSchemas = defineOperation({
  id: 'listScimSchemas',
  summary: 'List SCIM schemas',
  description:
    'Returns the schemas of users and groups with their attributes (RFC 7643, section 7). Requires the admin role.',
  tag: 'SCIM',
  input: unfiltered,
  output: documents,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/scim/Schemas', ...toldDocuments },
  async handle({ filter }) {
    refuseFilter(filter)
    return SCHEMAS.map(schemaDoc)
  },
})
