import { z } from 'zod'
import { notFound } from '../../../../core/errors.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { text } from '../../../../core/wire.ts'
import { sameName } from '../protocol/attributes.ts'
import { RESOURCE_TYPES } from '../protocol/definitions.ts'
import { document, resourceTypeDoc, toldDocument } from './documents.ts'

export const getScimResourceType = defineOperation({
  id: 'getScimResourceType',
  summary: 'Get a SCIM resource type',
  description: 'Returns the resource type `User` or `Group` (RFC 7643, section 6). Requires the admin role.',
  tag: 'SCIM',
  input: z.object({
    name: text({ max: 100 }).meta({
      noun: 'resource type',
      description: 'Name of the resource type. Example: `User`.',
    }),
  }),
  output: document,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/scim/ResourceTypes/{name}', ...toldDocument },
  async handle({ name }) {
    const type = RESOURCE_TYPES.find((one) => sameName(one.name, name))
    if (type === undefined) throw notFound('resource type', '/path/name')
    return resourceTypeDoc(type)
  },
})
