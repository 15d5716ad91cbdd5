/**
 * PATCH (RFC 7644, section 3.5.2), pure: a document and operations give another document, all of them or none. It takes
 * what Entra ID and Okta really send: operations in any case, values without a path whose keys are paths themselves,
 * booleans as text, removal of the entries that a value lists, and `emails[type eq "work"].value` where there is no such
 * entry yet. No object is changed in place, and only an object's own keys are ever read: a path like `__proto__` is no
 * name of an attribute, and one like `constructor` is a name like any other.
 */

import { AppError, tooLarge } from '../../../core/errors.ts'
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
  withValue,
} from './attributes.ts'
import { type Filter, type Path, parsePath } from './filter.ts'
import { entryMatcher } from './match.ts'
import { isOurs, readExtension, readValue } from './read.ts'
import { invalidPath, invalidSyntax, invalidValue, mutability, noTarget } from './refusals.ts'

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string | undefined
  /** Null where the sender gave none: RFC 7643, section 2.5 makes no difference. */
  readonly value: Json
  /** Where it stands in the body. */
  readonly pointer: string
}

const OPERATIONS_MAX = 1_000

/** @throws AppError `invalid_syntax`, or `content_too_large` for too many operations */
export function readPatch(body: unknown): readonly PatchOperation[] {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object.')
  const operations = valueIn(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0) {
    throw invalidSyntax('This must be a list of operations.', '/Operations')
  }
  if (operations.length > OPERATIONS_MAX) {
    throw tooLarge(`A request may have at most ${OPERATIONS_MAX} operations.`, '/Operations')
  }
  return operations.map((one, index) => readOperation(one, `/Operations/${index}`))
}

function readOperation(one: Json, pointer: string): PatchOperation {
  if (!isObject(one)) throw invalidSyntax('An operation must be an object.', pointer)
  const word = valueIn(one, 'op')
  const op = typeof word === 'string' ? word.toLowerCase() : undefined
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw invalidSyntax('This must be add, replace or remove.', `${pointer}/op`)
  }
  const path = valueIn(one, 'path') ?? ''
  if (typeof path !== 'string') throw invalidPath('A path must be text.', `${pointer}/path`)
  return { op, path: path.trim() === '' ? undefined : path.trim(), value: valueIn(one, 'value') ?? null, pointer }
}

/** @throws AppError `invalid_path`, `invalid_value`, `no_target`, `mutability` */
export function applyPatch(doc: Doc, operations: readonly PatchOperation[], type: ResourceType): Doc {
  return operations.reduce((before, operation) => applyOne(before, operation, type), doc)
}

function applyOne(doc: Doc, operation: PatchOperation, type: ResourceType): Doc {
  const { op, path, value, pointer } = operation
  if (path !== undefined) return applyAt(doc, { ...operation, ...pathOf(path, type, pointer) }, type)
  if (op === 'remove') throw noTarget('What is to be removed must be named by a path.', `${pointer}/path`)
  if (!isObject(value)) throw invalidValue('Without a path this must be an object.', `${pointer}/value`)
  return applyKeys(doc, operation, value, type)
}

/** Each key is a path of its own. What names no attribute is left out, as in the body of a PUT. */
function applyKeys(doc: Doc, operation: PatchOperation, value: Doc, type: ResourceType): Doc {
  return Object.entries(value).reduce((before, [key, one]) => {
    const found = knownPath(key, type)
    if (found === undefined) return before
    const { attribute } = found.location
    if (found.known !== undefined && isOurs(found.known) && attribute !== 'id') return before
    return applyAt(before, { ...operation, ...found, value: one, pointer: `${operation.pointer}/value` }, type)
  }, doc)
}

interface Found {
  readonly at: Path
  readonly location: Location
  readonly known: Attribute | undefined
}

function pathOf(path: string, type: ResourceType, pointer: string): Found {
  const found = knownPath(path, type)
  if (found === undefined) throw invalidPath('This names no attribute of the resource.', `${pointer}/path`)
  return found
}

function knownPath(path: string, type: ResourceType): Found | undefined {
  let at: Path
  try {
    at = parsePath(path)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
  const location = locate(at.attrPath, type)
  const attributes = attributesAt(location, type)
  const { attribute } = location
  const known = attribute === undefined ? undefined : attributeNamed(attributes ?? [], attribute)
  // Of an extension that has no schema here, every attribute may be.
  if (attribute !== undefined && attributes !== undefined && known === undefined) return undefined
  return { at, location, known }
}

interface Change extends PatchOperation, Found {}

function applyAt(doc: Doc, change: Change, type: ResourceType): Doc {
  const { location, op, value, pointer } = change
  const { extension, attribute } = location
  if (extension === undefined) {
    if (attribute !== undefined) return changed(doc, attribute, change)
    if (op === 'remove' || !isObject(value)) throw invalidValue('This must be an object.', `${pointer}/value`)
    return applyKeys(doc, change, value, type)
  }
  const before = valueIn(doc, extension)
  const object = isObject(before) ? before : {}
  if (attribute !== undefined) return withExtension(doc, extension, changed(object, attribute, change))
  if (op === 'remove' || value === null) return withValue(doc, extension, undefined)
  const merged = Object.entries(readExtension(extension, value)).reduce(
    (into, [key, one]) => withValue(into, key, one ?? undefined),
    object,
  )
  return withExtension(doc, extension, merged)
}

const withExtension = (doc: Doc, urn: string, object: Doc) =>
  withValue(doc, urn, Object.keys(object).length === 0 ? undefined : (object as Json))

/** One attribute of an object changed. */
function changed(object: Doc, name: string, change: Change): Doc {
  const { known, op, value, pointer } = change
  const before = valueIn(object, name)
  if (known === undefined) return withValue(object, name, changedUnknown(before, change))
  if (known.mutability === 'writeOnly') return object
  if (known.mutability === 'readOnly') {
    if (value !== null && value === before) return object
    throw mutability('This attribute is read-only.', `${pointer}/path`)
  }
  const after = known.multiValued
    ? changedEntries(known, Array.isArray(before) ? before : [], change)
    : changedSingle(known, before, change)
  if (after === undefined && known.required) throw mutability('This attribute is required.', `${pointer}/${op}`)
  return withValue(object, name, after)
}

/** An attribute of an extension without a schema: whatever JSON the sender makes of it. */
function changedUnknown(before: Json | undefined, { at, location, op, value, pointer }: Change): Json | undefined {
  if (at.filter !== undefined)
    throw invalidPath('Nothing is known of the entries of this attribute.', `${pointer}/path`)
  const content = op === 'remove' || value === null ? undefined : value
  if (location.sub === undefined) return content
  const after = withValue(isObject(before) ? before : {}, location.sub, content)
  return Object.keys(after).length === 0 ? undefined : (after as Json)
}

function changedSingle(known: Attribute, before: Json | undefined, change: Change): Json | undefined {
  const { at, location, op, value, pointer } = change
  if (at.filter !== undefined) throw invalidPath('This attribute has no entries to choose from.', `${pointer}/path`)
  if (location.sub !== undefined) return withSub(known, isObject(before) ? before : {}, location.sub, change)
  if (op === 'remove') return undefined
  const read = readValue(known, value, `${pointer}/value`)
  // RFC 7644, section 3.5.2.3: sub-attributes that the value does not name stay.
  return isObject(read) && isObject(before) ? ({ ...before, ...read } as Json) : read
}

/** An entry, or a complex attribute, with one sub-attribute changed; undefined when nothing of sense is left. */
function withSub(known: Attribute, object: Doc, name: string, { op, value, pointer }: Change): Json | undefined {
  const sub = attributeNamed(known.subAttributes ?? [], name)
  if (sub === undefined) throw invalidPath('This attribute has no such sub-attribute.', `${pointer}/path`)
  const read = op === 'remove' ? undefined : readValue(sub, value, `${pointer}/value`)
  const after = withValue(object, sub.name, read)
  return Object.keys(after).every((key) => key === 'type' || key === 'primary') ? undefined : (after as Json)
}

function changedEntries(known: Attribute, before: readonly Json[], change: Change): Json | undefined {
  const { at, location, op, value, pointer } = change
  const after = afterOf()
  if (after.length === 0) return undefined
  const hasPrimary = known.subAttributes?.some(({ name }) => name === 'primary')
  return hasPrimary ? onePrimary(before, after) : (after as Json[])

  function afterOf(): readonly Json[] {
    if (at.filter !== undefined) return changedMatches(known, before, at.filter, change)
    if (location.sub !== undefined) return changedSubs(known, before, location.sub, change)
    if (op === 'remove' && value === null) return []
    const entries = entriesOf(known, value, pointer)
    if (op === 'remove') return without(before, entries)
    return op === 'add' ? joinedTo(before, entries) : entries
  }
}

const entriesOf = (known: Attribute, value: Json, pointer: string): readonly Json[] =>
  (readValue(known, value, `${pointer}/value`) ?? []) as readonly Json[]

/** The entries that a filter chooses. */
function changedMatches(known: Attribute, before: readonly Json[], filter: Filter, change: Change): readonly Json[] {
  const { at, op, value, pointer } = change
  const matches = chooser(filter, known)
  const chosen = (entry: Json): entry is Doc & Json => isObject(entry) && matches(entry)
  if (op === 'remove') {
    const { sub } = at
    if (sub === undefined) return before.filter((entry) => !chosen(entry))
    return before.flatMap((entry) => (chosen(entry) ? (withSub(known, entry, sub, change) ?? []) : [entry]))
  }
  const implied = impliedBy(filter, known)
  const made = (entry: Doc): Json | undefined => {
    if (at.sub !== undefined) return withSub(known, entry, at.sub, change)
    const [read] = entriesOf(known, value, pointer)
    if (!isObject(read)) throw invalidValue('This must be an object.', `${pointer}/value`)
    return { ...(op === 'add' ? entry : implied), ...read } as Json
  }
  if (before.some(chosen)) return before.flatMap((entry) => (chosen(entry) ? (made(entry) ?? []) : [entry]))
  if (implied === undefined) throw noTarget('No entry matches the filter of this path.', `${pointer}/path`)
  return [...before, ...[made(implied) ?? []].flat()]
}

/** `members[value eq "…"]`, of which a request may hold hundreds about thousands of members, is looked up directly. */
function chooser(filter: Filter, known: Attribute): (entry: Doc) => boolean {
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value' || typeof filter.compValue !== 'string') {
    return entryMatcher(filter, known.subAttributes)
  }
  const wanted = fold(filter.compValue)
  return (entry) => foldedValue(entry) === wanted
}

/** `emails.value`: that of every entry. */
function changedSubs(known: Attribute, before: readonly Json[], sub: string, change: Change): readonly Json[] {
  const entries = before.length === 0 && change.op !== 'remove' ? [{}] : before
  return entries.flatMap((entry) => (isObject(entry) ? (withSub(known, entry, sub, change) ?? []) : [entry]))
}

/** What an entry must have to match: nothing when the filter does more than to compare with `eq`. */
function impliedBy(filter: Filter, known: Attribute): Doc | undefined {
  if (filter.op === 'and') {
    const parts = filter.filters.map((one) => impliedBy(one, known))
    return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined
  }
  if (filter.op !== 'eq') return undefined
  const sub = attributeNamed(known.subAttributes ?? [], filter.attrPath)
  const read = sub === undefined ? undefined : readValue(sub, filter.compValue, '')
  return sub === undefined || read === undefined ? undefined : { [sub.name]: read }
}

/** Up to here, looking through all entries is quicker than an index of them. */
const FEW = 8

/** RFC 7644, section 3.5.2.1: what is there already is not added again. */
function joinedTo(before: readonly Json[], added: readonly Json[]): readonly Json[] {
  const news = new Map(added.map((entry) => [identityOf(entry), entry]))
  if (news.size > FEW) for (const entry of before) news.delete(identityOf(entry))
  else for (const [identity] of news) if (before.some((entry) => identityOf(entry) === identity)) news.delete(identity)
  return [...before, ...news.values()]
}

/** Entra ID: the entries that a value lists. Each names those that have all it has, apart from a name for people. */
function without(before: readonly Json[], listed: readonly Json[]): readonly Json[] {
  const told = listed.map((one) => (isObject(one) ? Object.entries(one).filter(([key]) => key !== 'display') : []))
  // By their value alone: the many members of a group.
  const values = new Set(
    told.flatMap((one) => (one.length === 1 && one[0]?.[0] === 'value' ? fold(String(one[0][1])) : [])),
  )
  const others = told.filter((one) => one.length > 1 || (one.length === 1 && one[0]?.[0] !== 'value'))
  return before.filter((entry) => {
    if (!isObject(entry)) return true
    if (values.has(foldedValue(entry))) return false
    return !others.some((one) => one.every(([key, value]) => folded(entry[key] ?? null) === folded(value)))
  })
}

const folded = (value: Json) => fold(JSON.stringify(value))

/** Entries are never changed in place, so each is folded once for all operations of a request. */
const foldedValues = new WeakMap<object, string>()

function foldedValue(entry: Doc): string {
  const known = foldedValues.get(entry)
  if (known !== undefined) return known
  const value = typeof entry.value === 'string' ? fold(entry.value) : ''
  foldedValues.set(entry, value)
  return value
}

/** What makes two entries the same: value and type, else everything, without regard to case. */
function identityOf(entry: Json): string {
  if (!isObject(entry) || typeof entry.value !== 'string') return folded(entry)
  const value = foldedValue(entry)
  return typeof entry.type === 'string' ? `${value}\n${fold(entry.type)}` : value
}

/** RFC 7643, section 2.4: at most one entry is primary, the one that was made so last. */
function onePrimary(before: readonly Json[], after: readonly Json[]): Json {
  const isPrimary = (entry: Json) => isObject(entry) && entry.primary === true
  const primary = after.filter(isPrimary)
  if (primary.length < 2) return [...after]
  const chosen = primary.findLast((entry) => !before.includes(entry)) ?? primary.at(-1)
  return after.map((entry) => (isPrimary(entry) && entry !== chosen ? withoutPrimary(entry as Doc) : entry))
}

const withoutPrimary = (entry: Doc) => ({ ...entry, primary: false }) as Json
