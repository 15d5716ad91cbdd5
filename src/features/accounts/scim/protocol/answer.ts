/** Responses with one resource: body, version and location (RFC 7644, sections 3.1 and 3.14). */
import { z } from 'zod'
import type { Wire } from '../../../../core/operation.ts'
import type { Json } from '../../../../core/wire.ts'
import { type Doc, isObject, type ResourceType } from './attributes.ts'
import { resourceResponseSchema } from './describe.ts'
import { presentList, type ScimPage } from './list.ts'
import { type Projection, project } from './project.ts'
import { names } from './version.ts'

const document = z.custom<Doc>(isObject)

export const oneResource = z.object({
  /** Requested part of the resource. Its location is relative to the base URL. */
  resource: document,
  path: z.string(),
  version: z.string(),
  /** Whether the client already has this version. */
  isKnown: z.boolean(),
})
type OneResource = z.output<typeof oneResource>

export function answerWith(
  doc: Doc,
  type: ResourceType,
  asked: Projection & { readonly ifNoneMatch?: string | undefined },
): OneResource {
  const { location, version } = doc.meta as { location: string; version: string }
  const isKnown = asked.ifNoneMatch !== undefined && names(asked.ifNoneMatch, version)
  return { resource: project(doc, asked, type), path: location, version, isKnown }
}

/** Shared response options of operations that return one resource. */
export const singleResourceResponse = (type: ResourceType) => ({
  dress: 'scim' as const,
  present: ({ resource }: OneResource, wire: Wire) => makeLocationAbsolute(resource, wire),
  headers: ({ path, version }: OneResource, wire: Wire) => ({ etag: version, location: wire.baseUrl + path }),
  answer: resourceResponseSchema(type),
})

export const pageOfResources = z.object({ total: z.int(), startIndex: z.int(), docs: z.array(document) })

export const serializePage = ({ docs, ...page }: ScimPage, type: ResourceType, asked: Projection) => ({
  ...page,
  docs: docs.map((doc) => project(doc, asked, type)),
})

export const presentPage = ({ docs, ...page }: ScimPage, wire: Wire) =>
  presentList({ ...page, docs: docs.map((doc) => makeLocationAbsolute(doc, wire)) })

/** Makes the location and links to other resources absolute, if they were requested. */
export function makeLocationAbsolute(doc: Doc, { baseUrl }: Wire): Doc {
  const { meta } = doc
  const links = ['members', 'groups'].flatMap((name): [string, Json][] => {
    const entries = doc[name]
    if (!Array.isArray(entries) || !entries.some((entry) => isObject(entry) && entry.$ref !== undefined)) return []
    return [[name, entries.map((entry) => (isObject(entry) ? { ...entry, $ref: `${baseUrl}${entry.$ref}` } : entry))]]
  })
  const linked = links.length === 0 ? doc : { ...doc, ...Object.fromEntries(links) }
  if (!isObject(meta) || typeof meta.location !== 'string') return linked
  return { ...linked, meta: { ...meta, location: baseUrl + meta.location } as Json }
}
