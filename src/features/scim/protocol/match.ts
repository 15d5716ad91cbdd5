/** What a filter says of a document (RFC 7644, section 3.4.2.2), as a function that is made once and asked many times. */
import { fold } from '../../../core/fold.ts'
import type { Json } from '../../../core/wire.ts'
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
import type { Comparison, Filter } from './filter.ts'
import { invalidFilter } from './refusals.ts'

export type Predicate = (doc: Doc) => boolean

/** @throws AppError `invalid_filter` when a comparison makes no sense for its attribute. */
export function matcher(filter: Filter, type: ResourceType): Predicate {
  return build(filter, (path) => reachIn(locate(path, type), type))
}

/** The same for the entries of one multi-valued attribute: what stands between brackets. */
export function entryMatcher(filter: Filter, attributes: readonly Attribute[] | undefined): Predicate {
  return build(filter, (path) => reachFor({ attribute: path }, attributes))
}

/** How an attribute is got at, and what is known of it. */
interface Reach {
  /** Of what `values` gives. */
  readonly attribute: Attribute | undefined
  /** Every value it has; for a complex attribute without a sub-attribute those of `value`, or the objects themselves. */
  readonly values: (doc: Doc) => readonly Json[]
  /** The entries as they stand in the document, for a filter in brackets, and what is known of their attributes. */
  readonly entries: (doc: Doc) => readonly Json[]
  readonly inner: readonly Attribute[] | undefined
}

function reachIn(location: Location, type: ResourceType): Reach {
  const { extension, attribute } = location
  const outer = attributesAt(location, type)
  if (extension === undefined) return reachFor(location, outer)
  const reach = reachFor(location, outer)
  const within = (get: Reach['values']) => (doc: Doc) => {
    const object = valueIn(doc, extension)
    if (!isObject(object)) return []
    return attribute === undefined ? [object].filter(isThere) : get(object)
  }
  return { ...reach, values: within(reach.values), entries: within(reach.entries) }
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
        .flatMap((entry) => leafOf(entry, sub))
        .filter(isThere),
    entries,
    inner,
  }
}

function leafOf(entry: Json, sub: string | undefined): Json[] {
  if (!isObject(entry)) return sub === undefined ? [entry] : []
  const leaf = valueIn(entry, sub ?? 'value')
  if (leaf !== undefined) return [leaf]
  return sub === undefined ? [entry] : []
}

/** RFC 7643, section 2.5: null, an empty list and nothing are the same. */
const isThere = (value: Json) =>
  value !== null && value !== '' && !(typeof value === 'object' && Object.keys(value).length === 0)

function build(filter: Filter, reach: (path: string) => Reach): Predicate {
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
    throw invalidFilter('Nothing is greater than, less than or part of null.')
  }
  const holds = leafTest(op, compValue, attribute)
  // What an attribute has no value of differs from every value.
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
    if (Number.isNaN(time)) throw invalidFilter('This attribute is compared with a date-time.')
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
  // Identity providers write booleans as text.
  const word = String(wanted).toLowerCase()
  if ((op !== 'eq' && op !== 'ne') || (word !== 'true' && word !== 'false')) {
    throw invalidFilter('A boolean is compared by eq or ne, with true or false.')
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
