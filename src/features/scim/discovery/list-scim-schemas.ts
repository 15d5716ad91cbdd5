import { defineOperation } from '../../../core/operation.ts'
import { SCHEMAS } from '../protocol/definitions.ts'
import { documents, refuseFilter, schemaDoc, toldDocuments, unfiltered } from './documents.ts'

export const listScimSchemas = defineOperation({
  id: 'listScimSchemas',
  summary: 'Tell identity providers which attributes users and groups have.',
  description: 'RFC 7643, section 7.',
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
