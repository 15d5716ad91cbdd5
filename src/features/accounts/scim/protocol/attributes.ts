/** Attributes and schemas (RFC 7643, sections 2 and 7), and lookup of attributes in documents. */
import type { Json } from '../../../../core/wire.ts'

export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'binary' | 'complex'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly'
  /** `request`: derived from the other values of the entry, and returned only if the request names it. */
  readonly returned: 'always' | 'default' | 'request' | 'never'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

export interface ScimSchema {
  /** URN of the schema. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

/** Resource type (RFC 7643, section 6). */
export interface ResourceType {
  readonly name: 'User' | 'Group'
  readonly description: string
  /** Path below the base URL, with a leading slash. */
  readonly endpoint: string
  readonly schema: ScimSchema
  /** Attributes of the schema, and attributes of all resources. */
  readonly attributes: readonly Attribute[]
  readonly extensions: readonly ScimSchema[]
}

/** A SCIM resource, or an object within one. */
export type Doc = { readonly [name: string]: Json }

export const isObject = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Attribute names are case-insensitive (RFC 7643, section 2.1). */
export const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const attributeNamed = (attributes: readonly Attribute[], name: string) =>
  attributes.find((attribute) => sameName(attribute.name, name))

/** Key under which an object has an attribute. Considers own keys only, so `constructor` isn't an attribute. */
export const findAttributeKey = (object: Doc, name: string): string | undefined =>
  Object.hasOwn(object, name) ? name : Object.keys(object).find((key) => sameName(key, name))

export function valueIn(object: Doc, name: string): Json | undefined {
  const key = findAttributeKey(object, name)
  return key === undefined ? undefined : object[key]
}

/** Target of a path, without its filter. */
export interface Location {
  /** URN of the extension as written in the path. */
  readonly extension?: string
  /** Absent if the path refers to a complete extension or to the core schema. */
  readonly attribute?: string
  readonly sub?: string
}

/**
 * Parses `userName`, `name.givenName`, and both after a schema URN and a colon (RFC 7644, section 3.10). A URN that
 * ends with the name of a resource, like all schema URNs, refers to the complete extension.
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

/** Adds the URN that Entra ID omits for `manager`: an attribute that only exists in a known extension belongs to it. */
function withHome(location: Location, type: ResourceType): Location {
  const has = ({ attributes }: Pick<ScimSchema, 'attributes'>) => attributeNamed(attributes, location.attribute ?? '')
  const home = has(type) === undefined ? type.extensions.find(has) : undefined
  return home === undefined ? location : { extension: home.id, ...location }
}

function namesIn(path: string): Location & { readonly attribute: string } {
  const dot = path.indexOf('.')
  return dot < 0 ? { attribute: path } : { attribute: path.slice(0, dot), sub: path.slice(dot + 1) }
}

/** Known attributes at a location. Undefined for an extension without a schema. */
export function attributesAt({ extension }: Location, type: ResourceType): readonly Attribute[] | undefined {
  if (extension === undefined) return type.attributes
  return type.extensions.find(({ id }) => sameName(id, extension))?.attributes
}

/** Copy of an object with one attribute set or removed. Doesn't change the object or any prototype. */
export function withValue(object: Doc, name: string, value: Json | undefined): Doc {
  const key = findAttributeKey(object, name)
  const others = Object.entries(object).filter(([one]) => one !== key)
  if (value === undefined) return Object.fromEntries(others)
  return key === undefined ? { ...object, [name]: value } : { ...object, [key]: value }
}
