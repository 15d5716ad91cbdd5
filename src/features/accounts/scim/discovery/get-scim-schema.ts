import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { text } from '../../../../core/wire.ts'
import { sameName } from '../protocol/attributes.ts'
import { SCHEMAS } from '../protocol/definitions.ts'
import { document, schemaDoc, toldDocument } from './documents.ts'

export const getScimSchema = defineOperation({
  id: 'getScimSchema',
  summary: 'Get a SCIM schema',
  description: 'Returns a schema with its attributes (RFC 7643, section 7). Requires the admin role.',
  tag: 'SCIM',
  input: z.object({
    urn: text({ max: 200 }).meta({
      noun: 'schema',
      description: 'URN of the schema. Example: `urn:ietf:params:scim:schemas:core:2.0:User`.',
    }),
  }),
  output: document,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/scim/Schemas/{urn}', ...toldDocument },
  async handle({ urn }) {
    const schema = SCHEMAS.find((one) => sameName(one.id, urn))
    if (schema === undefined) throw notFound('schema', '/path/urn')
    return schemaDoc(schema)
  },
})
