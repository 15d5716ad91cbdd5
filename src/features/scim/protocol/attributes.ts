/** Attributes and schemas (RFC 7643, sections 2 and 7), and how the attributes of a document are found. */
import type { Json } from '../../../core/wire.ts'

export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'binary' | 'complex'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly'
  readonly returned: 'always' | 'default' | 'never'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

export interface Schema {
  /** The URN. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

/** RFC 7643, section 6. */
export interface ResourceType {
  readonly name: 'User' | 'Group'
  readonly description: string
  /** Below the base, with a slash. */
  readonly endpoint: string
  readonly schema: Schema
  /** Those of the schema, and those that every resource has. */
  readonly attributes: readonly Attribute[]
  readonly extensions: readonly Schema[]
}

/** A SCIM resource, or an object within one. */
export type Doc = { readonly [name: string]: Json }

export const isObject = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7643, section 2.1: names of attributes are equal without regard to case. */
export const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const attributeNamed = (attributes: readonly Attribute[], name: string) =>
  attributes.find((attribute) => sameName(attribute.name, name))

/** The key under which an object has an attribute: its own keys only, so that `constructor` is no attribute. */
export const keyOf = (object: Doc, name: string): string | undefined =>
  Object.hasOwn(object, name) ? name : Object.keys(object).find((key) => sameName(key, name))

export function valueIn(object: Doc, name: string): Json | undefined {
  const key = keyOf(object, name)
  return key === undefined ? undefined : object[key]
}

/** Where a path leads, without its filter. */
export interface Location {
  /** URN of the extension it lies in, as it was written. */
  readonly extension?: string
  /** Absent when the path names an extension, or the core schema, as a whole. */
  readonly attribute?: string
  readonly sub?: string
}

/**
 * Reads `userName`, `name.givenName`, and both after the URN of a schema and a colon (RFC 7644, section 3.10). A URN that
 * ends in the name of a resource, as all URNs of schemas do, names the extension as a whole.
 */
export function locate(path: string, type: ResourceType): Location {
  if (!/^urn:/i.test(path)) return withHome(namesIn(path), type)
  const whole = [type.schema, ...type.extensions].find(({ id }) => sameName(id, path))
  const cut = path.lastIndexOf(':')
  if (whole !== undefined || /^(?:user|group)$/i.test(path.slice(cut + 1))) {
    return sameName(path, type.schema.id) ? {} : { extension: path }
  }
  const urn = path.slice(0, cut)
  const names = namesIn(path.slice(cut + 1))
  return sameName(urn, type.schema.id) ? names : { extension: urn, ...names }
}

/** Entra ID leaves out the URN of `manager`: what only a known extension has is meant there. */
function withHome(location: Location, type: ResourceType): Location {
  const has = ({ attributes }: Pick<Schema, 'attributes'>) => attributeNamed(attributes, location.attribute ?? '')
  const home = has(type) === undefined ? type.extensions.find(has) : undefined
  return home === undefined ? location : { extension: home.id, ...location }
}

function namesIn(path: string): Location & { readonly attribute: string } {
  const dot = path.indexOf('.')
  return dot < 0 ? { attribute: path } : { attribute: path.slice(0, dot), sub: path.slice(dot + 1) }
}

/** What is known of the attributes where a location lies: undefined for an extension of which there is no schema. */
export function attributesAt({ extension }: Location, type: ResourceType): readonly Attribute[] | undefined {
  if (extension === undefined) return type.attributes
  return type.extensions.find(({ id }) => sameName(id, extension))?.attributes
}

/** An object with one attribute set, or without it. Never touches the object itself, nor any prototype. */
export function withValue(object: Doc, name: string, value: Json | undefined): Doc {
  const key = keyOf(object, name)
  const others = Object.entries(object).filter(([one]) => one !== key)
  if (value === undefined) return Object.fromEntries(others)
  return key === undefined ? { ...object, [name]: value } : { ...object, [key]: value }
}
