/** Normalizes resources and values from identity providers to the schema. */
import { codePoints, type Json } from '../../../../core/wire.ts'
import {
  type Attribute,
  attributeNamed,
  type Doc,
  findAttributeKey,
  isObject,
  type ResourceType,
  sameName,
  valueIn,
} from './attributes.ts'
import { invalidSyntax, invalidValue } from './refusals.ts'

/** Maximum text length in code points. Certificates are long. */
const TEXT_MAX = 8_192
const ENTRIES_MAX = 100
/** Maximum number of members per request. A group can have more. */
export const MEMBERS_MAX = 10_000

/**
 * Reads the resource of a POST or PUT. Ignores unknown and read-only attributes (RFC 7644, section 3.3). Extensions
 * stay unchanged, whether known or not.
 * @throws AppError `invalid_syntax`, `invalid_value`
 */
export function readResource(body: unknown, type: ResourceType): Doc {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object.')
  checkSchemas(body)
  let doc: Doc = {}
  for (const [key, value] of Object.entries(body)) {
    if (/^urn:/i.test(key)) {
      if (sameName(key, type.schema.id) || value === null || findAttributeKey(doc, key) !== undefined) continue
      doc = { ...doc, [key]: readExtension(key, value) }
      continue
    }
    const attribute = attributeNamed(type.attributes, key)
    if (attribute === undefined || attribute.mutability === 'readOnly') continue
    const read = readValue(attribute, value, `/${attribute.name}`, 'exact')
    if (read !== undefined && !isOurs(attribute)) doc = { ...doc, [attribute.name]: read }
  }
  return doc
}

/** Accepts any list of schema URNs. */
export function checkSchemas(body: Doc): void {
  const schemas = valueIn(body, 'schemas') ?? []
  if (!Array.isArray(schemas) || !schemas.every((one) => typeof one === 'string')) {
    throw invalidSyntax('`schemas` must be a list of URNs.', '/schemas')
  }
}

/** Whether clients can't set the attribute, or Parley never stores it. */
export const isOurs = ({ mutability }: Attribute) => mutability === 'readOnly' || mutability === 'writeOnly'

export function readExtension(urn: string, value: Json): Doc {
  if (!isObject(value)) throw invalidValue('The value of an extension must be an object.', `/${urn}`)
  return value
}

/**
 * Strictness of types. Resources must match the schema. Values of PATCH can be one entry for a list, or
 * a list of one for a single value. They can also be an object around a value, a bare value, or numbers for text.
 */
type Manner = 'exact' | 'lenient'

/**
 * Reads the value of an attribute. Undefined means unassigned: null or an empty list (RFC 7643, section 2.5).
 * @throws AppError `invalid_value`
 */
export function readValue(
  attribute: Attribute,
  value: Json,
  pointer: string,
  manner: Manner = 'lenient',
): Json | undefined {
  if (value === null) return undefined
  if (!attribute.multiValued)
    return readOne(attribute, manner === 'exact' ? value : unwrapSingleValue(value, pointer), pointer, manner)
  if (manner === 'exact' && !Array.isArray(value)) throw invalidValue('The attribute must be a list.', pointer)
  const list = Array.isArray(value) ? value : [value]
  const max = attribute.name === 'members' ? MEMBERS_MAX : ENTRIES_MAX
  if (list.length > max) throw invalidValue(`The attribute can have at most ${max} entries.`, pointer)
  const entries = list.flatMap((entry, index) => readOne(attribute, entry, `${pointer}/${index}`, manner) ?? [])
  return entries.length === 0 ? undefined : entries
}

function unwrapSingleValue(value: Json, pointer: string): Json {
  if (!Array.isArray(value)) return value
  if (value.length > 1) throw invalidValue('The attribute can have only one value.', pointer)
  return value[0] ?? null
}

function readOne(attribute: Attribute, value: Json, pointer: string, manner: Manner): Json | undefined {
  if (value === null) return undefined
  if (attribute.type === 'complex') return readComplex(attribute.subAttributes ?? [], value, pointer, manner)
  const isWrapped = manner === 'lenient' && isObject(value) && findAttributeKey(value, 'value') !== undefined
  return readSimple(attribute, isWrapped ? (valueIn(value, 'value') ?? null) : value, pointer, manner)
}

function readComplex(inner: readonly Attribute[], value: Json, pointer: string, manner: Manner): Json | undefined {
  if (!isObject(value)) {
    const only = attributeNamed(inner, 'value')
    if (only === undefined || manner === 'exact') throw invalidValue('The attribute must be an object.', pointer)
    const read = readSimple(only, value, pointer, manner)
    return read === undefined ? undefined : { value: read }
  }
  const read = inner.flatMap((known): [string, Json][] => {
    const given = valueIn(value, known.name)
    if (given === undefined || isOurs(known)) return []
    const content = readValue(known, given, `${pointer}/${known.name}`, manner)
    return content === undefined ? [] : [[known.name, content]]
  })
  const missing = inner.find(({ name, required }) => required && !read.some(([known]) => known === name))
  if (missing !== undefined) throw invalidValue(`\`${missing.name}\` is required.`, `${pointer}/${missing.name}`)
  return read.length === 0 ? undefined : Object.fromEntries(read)
}

function readSimple(attribute: Attribute, value: Json, pointer: string, manner: Manner): Json | undefined {
  if (value === null) return undefined
  if (attribute.type === 'boolean') return readBoolean(value, pointer)
  if (typeof value === 'object' || (manner === 'exact' && typeof value !== 'string')) {
    throw invalidValue('The attribute must be text.', pointer)
  }
  const text = String(value)
  if (codePoints(text) > TEXT_MAX) throw invalidValue(`The attribute can have at most ${TEXT_MAX} characters.`, pointer)
  return text
}

/** Entra ID sends booleans as text with a capital letter. */
function readBoolean(value: Json, pointer: string): boolean {
  const word = String(value).toLowerCase()
  if (typeof value === 'object' || (word !== 'true' && word !== 'false')) {
    throw invalidValue('The attribute must be `true` or `false`.', pointer)
  }
  return word === 'true'
}
