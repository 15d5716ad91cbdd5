/** PATCH of multi-valued attributes: selects entries and applies operations to them. */
import { fold } from '../../../../core/fold.ts'
import type { Json } from '../../../../core/wire.ts'
import { type Attribute, attributeNamed, type Doc, isObject, withValue } from './attributes.ts'
import type { ScimFilter } from './filter.ts'
import { entryMatcher } from './match.ts'
import { readValue } from './read.ts'
import { invalidPath, invalidValue, noTarget } from './refusals.ts'

/** Operation on an attribute. */
export interface Edit {
  readonly op: 'add' | 'replace' | 'remove'
  /** Null if the client sent no value; RFC 7643, section 2.5 treats both the same. */
  readonly value: Json
  /** JSON pointer of the operation in the body. */
  readonly pointer: string
  /** Selects entries. */
  readonly filter?: ScimFilter | undefined
  /** Sub-attribute that the operation changes, of the attribute or of the selected entries. */
  readonly sub?: string | undefined
}

/** An entry or complex attribute with one changed sub-attribute; undefined if nothing meaningful remains. */
export function withSub(known: Attribute, object: Doc, name: string, { op, value, pointer }: Edit): Json | undefined {
  const sub = attributeNamed(known.subAttributes ?? [], name)
  if (sub === undefined) throw invalidPath('The attribute has no sub-attribute with this name.', `${pointer}/path`)
  const read = op === 'remove' ? undefined : readValue(sub, value, `${pointer}/value`)
  const after = withValue(object, sub.name, read)
  return Object.keys(after).every((key) => key === 'type' || key === 'primary') ? undefined : (after as Json)
}

/** Entries of a multi-valued attribute after the operation; undefined if none remain. */
export function changedEntries(known: Attribute, before: readonly Json[], edit: Edit): Json | undefined {
  const after = edited(known, before, edit)
  if (after.length === 0) return undefined
  const hasPrimary = known.subAttributes?.some(({ name }) => name === 'primary')
  return hasPrimary ? onePrimary(before, after) : (after as Json[])
}

function edited(known: Attribute, before: readonly Json[], edit: Edit): readonly Json[] {
  const { op, value, pointer, filter, sub } = edit
  if (filter !== undefined) return changedMatches(known, before, filter, edit)
  if (sub !== undefined) return changedSubs(known, before, sub, edit)
  if (op === 'remove' && value === null) return []
  const entries = parseEntries(known, value, pointer)
  if (op === 'remove') return removeListed(before, entries)
  return op === 'add' ? joinedTo(before, entries) : entries
}

const parseEntries = (known: Attribute, value: Json, pointer: string): readonly Json[] =>
  (readValue(known, value, `${pointer}/value`) ?? []) as readonly Json[]

/** Applies an operation to the entries that a filter selects. */
function changedMatches(known: Attribute, before: readonly Json[], filter: ScimFilter, edit: Edit): readonly Json[] {
  const { sub, op, value, pointer } = edit
  const matches = chooser(filter, known)
  const isChosen = (entry: Json): entry is Doc & Json => isObject(entry) && matches(entry)
  if (op === 'remove') {
    if (sub === undefined) return before.filter((entry) => !isChosen(entry))
    return before.flatMap((entry) => (isChosen(entry) ? (withSub(known, entry, sub, edit) ?? []) : [entry]))
  }
  const implied = toImpliedValues(filter, known)
  const createEntry = (entry: Doc): Json | undefined => {
    if (sub !== undefined) return withSub(known, entry, sub, edit)
    const [read] = parseEntries(known, value, pointer)
    if (!isObject(read)) throw invalidValue('`value` must be an object.', `${pointer}/value`)
    return { ...(op === 'add' ? entry : implied), ...read } as Json
  }
  if (before.some(isChosen)) return before.flatMap((entry) => (isChosen(entry) ? (createEntry(entry) ?? []) : [entry]))
  if (implied === undefined) throw noTarget('No entry matches the filter in the path.', `${pointer}/path`)
  return [...before, ...[createEntry(implied) ?? []].flat()]
}

/** Fast path for `members[value eq "…"]`: requests can contain hundreds of these for thousands of members. */
function chooser(filter: ScimFilter, known: Attribute): (entry: Doc) => boolean {
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value' || typeof filter.compValue !== 'string') {
    return entryMatcher(filter, known.subAttributes)
  }
  const wanted = fold(filter.compValue)
  return (entry) => foldedValue(entry) === wanted
}

/** Applies an operation to a sub-attribute of all entries, such as `emails.value`. */
function changedSubs(known: Attribute, before: readonly Json[], sub: string, edit: Edit): readonly Json[] {
  const entries = before.length === 0 && edit.op !== 'remove' ? [{}] : before
  return entries.flatMap((entry) => (isObject(entry) ? (withSub(known, entry, sub, edit) ?? []) : [entry]))
}

/** Values that an entry needs to match the filter. Undefined if the filter uses more than `eq` and `and`. */
function toImpliedValues(filter: ScimFilter, known: Attribute): Doc | undefined {
  if (filter.op === 'and') {
    const parts = filter.filters.map((one) => toImpliedValues(one, known))
    return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined
  }
  if (filter.op !== 'eq') return undefined
  const sub = attributeNamed(known.subAttributes ?? [], filter.attrPath)
  const read = sub === undefined ? undefined : readValue(sub, filter.compValue, '')
  return sub === undefined || read === undefined ? undefined : { [sub.name]: read }
}

/** Maximum number of new entries for which scanning is faster than an index. */
const FEW = 8

/** Existing entries aren't added again (RFC 7644, section 3.5.2.1). */
function joinedTo(before: readonly Json[], added: readonly Json[]): readonly Json[] {
  const news = new Map(added.map((entry) => [toEntryIdentity(entry), entry]))
  if (news.size > FEW) for (const entry of before) news.delete(toEntryIdentity(entry))
  else
    for (const [identity] of news)
      if (before.some((entry) => toEntryIdentity(entry) === identity)) news.delete(identity)
  return [...before, ...news.values()]
}

/**
 * Removes listed entries, as Entra ID does. An entry is removed if it has all listed attributes, ignoring `display`.
 */
function removeListed(before: readonly Json[], listed: readonly Json[]): readonly Json[] {
  const told = listed.map((one) => (isObject(one) ? Object.entries(one).filter(([key]) => key !== 'display') : []))
  // Entries with only a value, such as the many members of a group.
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

/** Folded values of entries. Entries are immutable, so each is folded only once per request. */
const foldedValues = new WeakMap<object, string>()

function foldedValue(entry: Doc): string {
  const known = foldedValues.get(entry)
  if (known !== undefined) return known
  const value = typeof entry.value === 'string' ? fold(entry.value) : ''
  foldedValues.set(entry, value)
  return value
}

/** Identity of an entry: value and type, or else its whole content, ignoring case. */
function toEntryIdentity(entry: Json): string {
  if (!isObject(entry) || typeof entry.value !== 'string') return folded(entry)
  const value = foldedValue(entry)
  return typeof entry.type === 'string' ? `${value}\n${fold(entry.type)}` : value
}

/** At most one entry is primary (RFC 7643, section 2.4): the one that was set last. */
function onePrimary(before: readonly Json[], after: readonly Json[]): Json {
  const isPrimary = (entry: Json) => isObject(entry) && entry.primary === true
  const primary = after.filter(isPrimary)
  if (primary.length < 2) return [...after]
  const chosen = primary.findLast((entry) => !before.includes(entry)) ?? primary.at(-1)
  return after.map((entry) => (isPrimary(entry) && entry !== chosen ? withoutPrimary(entry as Doc) : entry))
}

const withoutPrimary = (entry: Doc) => ({ ...entry, primary: false }) as Json
