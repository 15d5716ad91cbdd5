/** Projection with `attributes` and `excludedAttributes` (RFC 7644, section 3.9). */
import { z } from 'zod'
import type { Json } from '../../../../core/wire.ts'
import { queryList, text } from '../../../../core/wire.ts'
import {
  type Attribute,
  attributeNamed,
  type Doc,
  findAttributeKey,
  isObject,
  type Location,
  locate,
  type ResourceType,
  sameName,
  withValue,
} from './attributes.ts'

const names = () => queryList(text({ max: 300 }), { max: 100 })

/** Input fields of all operations that return resources. */
export const projectionFields = {
  attributes: names().describe(
    'Attributes to return, separated by commas, in addition to `schemas` and `id`. Defaults to all. Example: ' +
      '`userName,emails`.',
  ),
  excludedAttributes: names().describe(
    'Attributes to omit, separated by commas. Ignored if `attributes` is set. Example: `groups`.',
  ),
}
/** Names of these fields, for operations that have a body and read them from the query. */
export const projectionInQuery = ['attributes', 'excludedAttributes'] as const

const asked = z.object(projectionFields)

/** Requested projection. `attributes` takes precedence over `excludedAttributes`. */
export type Projection = z.output<typeof asked>

/** Always returned (RFC 7643, section 7). */
const ALWAYS = ['schemas', 'id']

/** Whether a top-level attribute is needed. Others don't have to be loaded. */
export function isRequested(
  { attributes, excludedAttributes = [] }: Projection,
  name: string,
  type: ResourceType,
): boolean {
  if (attributes === undefined) return !excludedAttributes.some((path) => sameName(path, name))
  return attributes.some((path) => {
    const { extension, attribute } = locate(path, type)
    return extension === undefined && (attribute === undefined || sameName(attribute, name))
  })
}

export function project(doc: Doc, projection: Projection, type: ResourceType): Doc {
  const { attributes, excludedAttributes } = projection
  if (attributes !== undefined) {
    const wanted = attributes.map((path) => locate(path, type))
    return only(
      wanted.reduce((left, location) => withDerived(left, location, type), doc),
      wanted,
    )
  }
  return (excludedAttributes ?? []).reduce((left, path) => omitAttribute(left, locate(path, type)), doc)
}

/** Adds a sub-attribute that is returned only on request to all entries of its attribute. */
function withDerived(doc: Doc, { extension, attribute = '', sub = '' }: Location, type: ResourceType): Doc {
  const known = extension === undefined ? attributeNamed(type.attributes, attribute) : undefined
  const asked = attributeNamed(known?.subAttributes ?? [], sub)
  const entries = known === undefined ? undefined : doc[known.name]
  if (asked?.returned !== 'request' || known === undefined || !Array.isArray(entries)) return doc
  const added = entries.map((entry) => (isObject(entry) ? { ...entry, [asked.name]: derive(asked, entry) } : entry))
  return { ...doc, [known.name]: added as Json }
}

/** A link, relative to the base URL, or the only type of the entry. */
const derive = ({ referenceTypes, canonicalValues }: Attribute, { value }: Doc): Json =>
  referenceTypes === undefined ? (canonicalValues?.[0] ?? null) : `/scim/${referenceTypes[0]}s/${String(value)}`

function only(doc: Doc, wanted: readonly Location[]): Doc {
  const kept = Object.entries(doc).flatMap(([key, value]): [string, Json][] => {
    const here = wanted.filter(({ extension, attribute }) => sameName(extension ?? attribute ?? key, key))
    if (ALWAYS.includes(key) || here.some((one) => isWhole(one))) return [[key, value]]
    const names = here.map(({ extension, attribute = '', sub = '' }) => (extension === undefined ? sub : attribute))
    const content = names.length === 0 ? undefined : pick(value, names)
    return content === undefined ? [] : [[key, content]]
  })
  return Object.fromEntries(kept)
}

/** Whether the location is a complete top-level attribute or extension. */
const isWhole = ({ extension, attribute, sub }: Location) =>
  extension === undefined ? sub === undefined : attribute === undefined

function pick(value: Json, names: readonly string[]): Json | undefined {
  if (Array.isArray(value)) return value.flatMap((one) => pick(one, names) ?? [])
  if (!isObject(value)) return undefined
  const picked = Object.entries(value).filter(([key]) => names.some((name) => sameName(name, key)))
  return picked.length === 0 ? undefined : Object.fromEntries(picked)
}

function omitAttribute(doc: Doc, location: Location): Doc {
  const { extension, attribute, sub } = location
  const name = extension ?? attribute
  const key = name === undefined ? undefined : findAttributeKey(doc, name)
  if (key === undefined || ALWAYS.includes(key)) return doc
  if (isWhole(location)) return withValue(doc, key, undefined)
  return withValue(doc, key, drop(doc[key] ?? null, (extension === undefined ? sub : attribute) ?? ''))
}

function drop(value: Json, name: string): Json {
  if (Array.isArray(value)) return value.map((one) => drop(one, name))
  return isObject(value) ? (withValue(value, name, undefined) as Json) : value
}
