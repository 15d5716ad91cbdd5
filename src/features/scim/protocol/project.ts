/** `attributes` and `excludedAttributes` (RFC 7644, section 3.9). */
import { z } from 'zod'
import type { Json } from '../../../core/wire.ts'
import { queryList, text } from '../../../core/wire.ts'
import {
  type Doc,
  isObject,
  keyOf,
  type Location,
  locate,
  type ResourceType,
  sameName,
  withValue,
} from './attributes.ts'

const names = () => queryList(text({ max: 300 }), { max: 100 })

/** Fields of the input of every operation that answers with resources. */
export const projectionFields = {
  attributes: names().describe('The attributes to answer with, and no others.'),
  excludedAttributes: names().describe('Attributes to leave out of the answer.'),
}
/** Where those fields come from when there is a body. */
export const projectionInQuery = ['attributes', 'excludedAttributes'] as const

const asked = z.object(projectionFields)

/** What is asked of a resource. When both are given, what is wanted wins. */
export type Projection = z.output<typeof asked>

/** Answered with whatever is asked (RFC 7643, section 7). */
const ALWAYS = ['schemas', 'id']

/** Whether a top-level attribute is asked for at all, so that others need not be fetched. */
export function wants({ attributes, excludedAttributes = [] }: Projection, name: string, type: ResourceType): boolean {
  if (attributes === undefined) return !excludedAttributes.some((path) => sameName(path, name))
  return attributes.some((path) => {
    const { extension, attribute } = locate(path, type)
    return extension === undefined && (attribute === undefined || sameName(attribute, name))
  })
}

export function project(doc: Doc, projection: Projection, type: ResourceType): Doc {
  const { attributes, excludedAttributes } = projection
  if (attributes !== undefined)
    return only(
      doc,
      attributes.map((path) => locate(path, type)),
    )
  return (excludedAttributes ?? []).reduce((left, path) => without(left, locate(path, type)), doc)
}

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

/** Names a top-level attribute or an extension, and nothing within it. */
const isWhole = ({ extension, attribute, sub }: Location) =>
  extension === undefined ? sub === undefined : attribute === undefined

function pick(value: Json, names: readonly string[]): Json | undefined {
  if (Array.isArray(value)) return value.flatMap((one) => pick(one, names) ?? [])
  if (!isObject(value)) return undefined
  const picked = Object.entries(value).filter(([key]) => names.some((name) => sameName(name, key)))
  return picked.length === 0 ? undefined : Object.fromEntries(picked)
}

function without(doc: Doc, location: Location): Doc {
  const { extension, attribute, sub } = location
  const name = extension ?? attribute
  const key = name === undefined ? undefined : keyOf(doc, name)
  if (key === undefined || ALWAYS.includes(key)) return doc
  if (isWhole(location)) return withValue(doc, key, undefined)
  return withValue(doc, key, drop(doc[key] ?? null, (extension === undefined ? sub : attribute) ?? ''))
}

function drop(value: Json, name: string): Json {
  if (Array.isArray(value)) return value.map((one) => drop(one, name))
  return isObject(value) ? (withValue(value, name, undefined) as Json) : value
}
