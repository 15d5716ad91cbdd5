/** Discovery documents of the SCIM service (RFC 7644, section 4; RFC 7643, sections 5 to 7). */
import { z } from 'zod'
import { forbidden } from '../../../../core/errors.ts'
import type { Wire } from '../../../../core/operation.ts'
import type { Json } from '../../../../core/wire.ts'
import { makeLocationAbsolute } from '../protocol/answer.ts'
import { type Doc, isObject, type ResourceType, type ScimSchema } from '../protocol/attributes.ts'
import { filterField, listAnswer, PAGE_MAX, presentList } from '../protocol/list.ts'

const createMeta = (resourceType: string, location: string): Json => ({ resourceType, location: `/scim${location}` })

export const serviceProviderConfig: Doc = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'Organization-level API key, sent as bearer token in the Authorization header.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: createMeta('ServiceProviderConfig', '/ServiceProviderConfig'),
}

export const resourceTypeDoc = ({ name, description, endpoint, schema, extensions }: ResourceType): Doc => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  description,
  endpoint,
  schema: schema.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: createMeta('ResourceType', `/ResourceTypes/${name}`),
})

export const schemaDoc = ({ id, name, description, attributes }: ScimSchema): Doc => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes: attributes as unknown as Json,
  meta: createMeta('Schema', `/Schemas/${id}`),
})

export const document = z.custom<Doc>(isObject)
export const anyDocument = z.looseObject({ schemas: z.array(z.string()).describe('URN of the document type.') })

export const toldDocument = {
  dress: 'scim' as const,
  present: (doc: Doc, wire: Wire) => makeLocationAbsolute(doc, wire),
  answer: anyDocument,
}

export const documents = z.array(document)

export const toldDocuments = {
  dress: 'scim' as const,
  present: (docs: Doc[], wire: Wire) =>
    presentList({ total: docs.length, startIndex: 1, docs: docs.map((doc) => makeLocationAbsolute(doc, wire)) }),
  answer: listAnswer(anyDocument),
}

export const unfiltered = z.object({ filter: filterField })

/** RFC 7644, section 4 requires a rejection, so that clients don't mistake the response for a filtered one. */
export function refuseFilter(filter: string | undefined): void {
  if (filter !== undefined)
    throw forbidden('filter_refused', "Discovery endpoints don't support `filter`. Remove the parameter.")
}
