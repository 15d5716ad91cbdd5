/** Compiles a filter (RFC 7644, section 3.4.2.2) to a predicate on documents. */
import { fold } from '../../../../core/fold.ts'
import type { Json } from '../../../../core/wire.ts'
import {
  type Attribute,
  attributeNamed,
  attributesAt,
  type Doc,
  isObject,
  type Location,
  locate,
  type ResourceType,
  valueIn,
} from './attributes.ts'
import type { Comparison, ScimFilter } from './filter.ts'
import { invalidFilter } from './refusals.ts'

export type Predicate = (doc: Doc) => boolean

/** @throws AppError `invalid_filter` if a comparison isn't valid for its attribute */
export function matcher(filter: ScimFilter, type: ResourceType): Predicate {
  return build(filter, (path) => reachIn(locate(path, type), type))
}

/** Compiles the filter in brackets after a multi-valued attribute. */
export function entryMatcher(filter: ScimFilter, attributes: readonly Attribute[] | undefined): Predicate {
  return build(filter, (path) => reachFor({ attribute: path }, attributes))
}

/** Access to an attribute, and its definition. */
interface Reach {
  /** Definition of the values that `values` returns. */
  readonly attribute: Attribute | undefined
  /**
   * All values of the attribute. For a complex attribute without a sub-attribute, the `value` of its entries, or the
   * entries themselves.
   */
  readonly values: (doc: Doc) => readonly Json[]
  /** Entries as in the document, for a filter in brackets, and the definitions of their attributes. */
  readonly entries: (doc: Doc) => readonly Json[]
  readonly inner: readonly Attribute[] | undefined
}

function reachIn(location: Location, type: ResourceType): Reach {
  const { extension, attribute } = location
  const outer = attributesAt(location, type)
  if (extension === undefined) return reachFor(location, outer)
  const reach = reachFor(location, outer)
  const readWithinExtension = (get: Reach['values']) => (doc: Doc) => {
    const object = valueIn(doc, extension)
    if (!isObject(object)) return []
    return attribute === undefined ? [object].filter(isThere) : get(object)
  }
  return { ...reach, values: readWithinExtension(reach.values), entries: readWithinExtension(reach.entries) }
}

function reachFor({ attribute: name = '', sub }: Location, attributes: readonly Attribute[] | undefined): Reach {
  const outer = attributeNamed(attributes ?? [], name)
  const inner = outer?.subAttributes
  const entries = (doc: Doc) => {
    const value = valueIn(doc, name)
    return Array.isArray(value) ? value : value === undefined ? [] : [value]
  }
  return {
    attribute: inner === undefined ? outer : attributeNamed(inner, sub ?? 'value'),
    values: (doc) =>
      entries(doc)
        .flatMap((entry) => listLeafValues(entry, sub))
        .filter(isThere),
    entries,
    inner,
  }
}

function listLeafValues(entry: Json, sub: string | undefined): Json[] {
  if (!isObject(entry)) return sub === undefined ? [entry] : []
  const leaf = valueIn(entry, sub ?? 'value')
  if (leaf !== undefined) return [leaf]
  return sub === undefined ? [entry] : []
}

/** Null, an empty list and a missing value are equal (RFC 7643, section 2.5). */
const isThere = (value: Json) =>
  value !== null && value !== '' && !(typeof value === 'object' && Object.keys(value).length === 0)

function build(filter: ScimFilter, reach: (path: string) => Reach): Predicate {
  switch (filter.op) {
    case 'and': {
      const all = filter.filters.map((one) => build(one, reach))
      return (doc) => all.every((holds) => holds(doc))
    }
    case 'or': {
      const any = filter.filters.map((one) => build(one, reach))
      return (doc) => any.some((holds) => holds(doc))
    }
    case 'not': {
      const holds = build(filter.filter, reach)
      return (doc) => !holds(doc)
    }
    case '[]': {
      const { entries, inner } = reach(filter.attrPath)
      const holds = entryMatcher(filter.valFilter, inner)
      return (doc) => entries(doc).some((entry) => isObject(entry) && holds(entry))
    }
    case 'pr': {
      const { values } = reach(filter.attrPath)
      return (doc) => values(doc).length > 0
    }
    default:
      return compare(filter, reach(filter.attrPath))
  }
}

function compare(filter: Comparison, { attribute, values }: Reach): Predicate {
  const { op, compValue } = filter
  if (compValue === null) {
    if (op === 'eq') return (doc) => values(doc).length === 0
    if (op === 'ne') return (doc) => values(doc).length > 0
    throw invalidFilter('Null supports only the operators `eq` and `ne`.')
  }
  const holds = leafTest(op, compValue, attribute)
  // A missing value differs from every value.
  if (op === 'ne') return (doc) => values(doc).length === 0 || values(doc).some(holds)
  return (doc) => values(doc).some(holds)
}

function leafTest(
  op: Comparison['op'],
  wanted: string | number | boolean,
  attribute: Attribute | undefined,
): (leaf: Json) => boolean {
  if (attribute?.type === 'boolean' || typeof wanted === 'boolean') return booleanTest(op, wanted)
  const order = orderTest(op)
  if (attribute?.type === 'dateTime' && order !== undefined) {
    const time = typeof wanted === 'string' ? Date.parse(wanted) : Number.NaN
    if (Number.isNaN(time))
      throw invalidFilter('The attribute must be compared with an ISO 8601 date-time in double quotes.')
    return (leaf) => typeof leaf === 'string' && order(Date.parse(leaf) - time)
  }
  if (typeof wanted === 'number' && order !== undefined) {
    return (leaf) => (typeof leaf === 'number' || typeof leaf === 'string') && order(Number(leaf) - wanted)
  }
  const form = attribute?.caseExact ? (text: string) => text : fold
  const sought = form(String(wanted))
  const test =
    order === undefined ? partTest(op, sought) : (text: string) => order(text < sought ? -1 : text > sought ? 1 : 0)
  return (leaf) => typeof leaf !== 'object' && test(form(String(leaf)))
}

function booleanTest(op: Comparison['op'], wanted: string | number | boolean): (leaf: Json) => boolean {
  // Identity providers send booleans as text.
  const word = String(wanted).toLowerCase()
  if ((op !== 'eq' && op !== 'ne') || (word !== 'true' && word !== 'false')) {
    throw invalidFilter('Booleans support only the operators `eq` and `ne` with `true` or `false`.')
  }
  return (leaf) => (typeof leaf !== 'object' && String(leaf).toLowerCase() === word) === (op === 'eq')
}

function orderTest(op: Comparison['op']): ((difference: number) => boolean) | undefined {
  switch (op) {
    case 'eq':
      return (difference) => difference === 0
    case 'ne':
      return (difference) => difference !== 0
    case 'gt':
      return (difference) => difference > 0
    case 'ge':
      return (difference) => difference >= 0
    case 'lt':
      return (difference) => difference < 0
    case 'le':
      return (difference) => difference <= 0
    default:
      return undefined
  }
}

function partTest(op: Comparison['op'], part: string): (text: string) => boolean {
  if (op === 'co') return (text) => text.includes(part)
  return op === 'sw' ? (text) => text.startsWith(part) : (text) => text.endsWith(part)
}
