import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { text } from '../../../core/wire.ts'
import { sameName } from '../protocol/attributes.ts'
import { RESOURCE_TYPES } from '../protocol/definitions.ts'
import { document, resourceTypeDoc, toldDocument } from './documents.ts'

export const getScimResourceType = defineOperation({
  id: 'getScimResourceType',
  summary: 'Tell identity providers about one type of resources.',
  description: 'RFC 7643, section 6.',
  tag: 'SCIM',
  input: z.object({ name: text({ max: 100 }).meta({ noun: 'resource type' }) }),
  output: document,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/scim/ResourceTypes/{name}', ...toldDocument },
  async handle({ name }) {
    const type = RESOURCE_TYPES.find((one) => sameName(one.name, name))
    if (type === undefined) throw notFound('resource type', '/path/name')
    return resourceTypeDoc(type)
  },
})
