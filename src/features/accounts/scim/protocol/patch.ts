/**
 * PATCH (RFC 7644, section 3.5.2) as a pure function from a document and operations to a new document; all operations
 * apply, or none. It accepts the variants that Entra ID and Okta send: operation names in any case, values without a
 * path whose keys are paths, and booleans as text. It removes the entries listed in a value, and accepts
 * `emails[type eq "work"].value` if no such entry exists. Objects are never changed in place, and only own keys are
 * read: the path `__proto__` isn't an attribute name, and `constructor` is an ordinary name.
 */

import { AppError, tooLarge } from '../../../../core/errors.ts'
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
  withValue,
} from './attributes.ts'
import { type Path, parsePath } from './filter.ts'
import { changedEntries, type Edit, withSub } from './patch-entries.ts'
import { checkSchemas, isOurs, readExtension, readValue } from './read.ts'
import { invalidPath, invalidSyntax, invalidValue, mutability, noTarget } from './refusals.ts'

export interface PatchOperation extends Edit {
  readonly path: string | undefined
}

const OPERATIONS_MAX = 1_000

/** @throws AppError `invalid_syntax`; `content_too_large` for too many operations */
export function readPatch(body: unknown): readonly PatchOperation[] {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object.')
  checkSchemas(body)
  const operations = valueIn(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0) {
    throw invalidSyntax('`Operations` must be a list with at least one operation.', '/Operations')
  }
  if (operations.length > OPERATIONS_MAX) {
    throw tooLarge(`The request has too many operations. The maximum is ${OPERATIONS_MAX}.`, '/Operations')
  }
  return operations.map((one, index) => readOperation(one, `/Operations/${index}`))
}

function readOperation(one: Json, pointer: string): PatchOperation {
  if (!isObject(one)) throw invalidSyntax('Each operation must be an object.', pointer)
  const word = valueIn(one, 'op')
  const op = typeof word === 'string' ? word.toLowerCase() : undefined
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw invalidSyntax('`op` must be `add`, `replace` or `remove`.', `${pointer}/op`)
  }
  const path = valueIn(one, 'path') ?? ''
  if (typeof path !== 'string') throw invalidPath('`path` must be text.', `${pointer}/path`)
  return { op, path: path.trim() === '' ? undefined : path.trim(), value: valueIn(one, 'value') ?? null, pointer }
}

/** @throws AppError `invalid_path`, `invalid_value`, `no_target`, `mutability` */
export function applyPatch(doc: Doc, operations: readonly PatchOperation[], type: ResourceType): Doc {
  return operations.reduce((before, operation) => applyOne(before, operation, type), doc)
}

function applyOne(doc: Doc, operation: PatchOperation, type: ResourceType): Doc {
  const { op, path, value, pointer } = operation
  if (path !== undefined) return applyAt(doc, parseTarget(path, type, pointer), operation, type)
  if (op === 'remove') throw noTarget('`path` is required for the operation `remove`.', `${pointer}/path`)
  if (!isObject(value)) throw invalidValue('`value` must be an object if `path` is omitted.', `${pointer}/value`)
  return applyKeys(doc, value, operation, type)
}

/** Applies an object whose keys are paths. Ignores unknown attributes, like the body of a PUT. */
function applyKeys(doc: Doc, value: Doc, edit: Edit, type: ResourceType): Doc {
  return Object.entries(value).reduce((before, [key, one]) => {
    const target = findTarget(key, type)
    if (target === undefined || (target.known !== undefined && isOurs(target.known) && target.known.name !== 'id')) {
      return before
    }
    return applyAt(before, target, { ...edit, value: one }, type)
  }, doc)
}

/** Resolved path. */
interface Target {
  readonly path: Path
  readonly location: Location
  /** Undefined for a complete schema, and for attributes of an extension without a schema. */
  readonly known: Attribute | undefined
}

function parseTarget(path: string, type: ResourceType, pointer: string): Target {
  const target = findTarget(path, type)
  if (target === undefined) throw invalidPath("The path doesn't match an attribute of the resource.", `${pointer}/path`)
  return target
}

function findTarget(text: string, type: ResourceType): Target | undefined {
  let path: Path
  try {
    path = parsePath(text)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
  const location = locate(path.attrPath, type)
  const attributes = attributesAt(location, type)
  const { attribute } = location
  const known = attribute === undefined ? undefined : attributeNamed(attributes ?? [], attribute)
  if (attribute !== undefined && attributes !== undefined && known === undefined) return undefined
  return { path, location, known }
}

function applyAt(doc: Doc, { path, location, known }: Target, given: Edit, type: ResourceType): Doc {
  const { extension, attribute } = location
  const edit: Edit = { ...given, filter: path.filter, sub: path.filter === undefined ? location.sub : path.sub }
  if (path.filter !== undefined && location.sub !== undefined) {
    throw invalidPath(
      'A filter must directly follow the attribute name, before the sub-attribute.',
      `${edit.pointer}/path`,
    )
  }
  if (extension !== undefined) {
    const before = valueIn(doc, extension)
    const object = isObject(before) ? before : {}
    const after =
      attribute === undefined
        ? changedExtension(object, extension, attributesAt(location, type) ?? [], edit)
        : changed(object, attribute, known, edit)
    return withValue(doc, extension, Object.keys(after).length === 0 ? undefined : (after as Json))
  }
  if (attribute !== undefined) return changed(doc, attribute, known, edit)
  // The URN of the core schema is equivalent to no path.
  if (edit.op === 'remove' || !isObject(edit.value)) {
    throw invalidValue('`value` must be an object.', `${edit.pointer}/value`)
  }
  return applyKeys(doc, edit.value, given, type)
}

/** Updates a complete extension. Omitted attributes keep their values. */
function changedExtension(object: Doc, urn: string, attributes: readonly Attribute[], edit: Edit): Doc {
  if (edit.op === 'remove' || edit.value === null) return {}
  return Object.entries(readExtension(urn, edit.value)).reduce(
    (into, [key, value]) => changed(into, key, attributeNamed(attributes, key), { ...edit, value }),
    object,
  )
}

/** Updates one attribute of an object. */
function changed(object: Doc, name: string, known: Attribute | undefined, edit: Edit): Doc {
  const before = valueIn(object, name)
  if (known === undefined) return withValue(object, name, changedUnknown(before, edit))
  if (known.mutability === 'writeOnly') return object
  if (known.mutability === 'readOnly') {
    if (edit.value !== null && edit.value === before) return object
    throw mutability('The attribute is read-only.', `${edit.pointer}/path`)
  }
  const after = known.multiValued
    ? changedEntries(known, Array.isArray(before) ? before : [], edit)
    : changedSingle(known, before, edit)
  if (after === undefined && known.required)
    throw mutability("The attribute is required and can't be removed.", `${edit.pointer}/op`)
  return withValue(object, known.name, after)
}

/** Updates an attribute of an extension without a schema, which can have any JSON value. */
function changedUnknown(before: Json | undefined, { filter, sub, op, value, pointer }: Edit): Json | undefined {
  if (filter !== undefined)
    throw invalidPath("Filters aren't supported for attributes of an unknown extension.", `${pointer}/path`)
  const content = op === 'remove' || value === null ? undefined : value
  if (sub === undefined) return content
  const after = withValue(isObject(before) ? before : {}, sub, content)
  return Object.keys(after).length === 0 ? undefined : (after as Json)
}

function changedSingle(known: Attribute, before: Json | undefined, edit: Edit): Json | undefined {
  const { filter, sub, op, value, pointer } = edit
  if (filter !== undefined)
    throw invalidPath('Filters are supported only for multi-valued attributes.', `${pointer}/path`)
  if (sub !== undefined) return withSub(known, isObject(before) ? before : {}, sub, edit)
  if (op === 'remove') return undefined
  const read = readValue(known, value, `${pointer}/value`)
  // Omitted sub-attributes keep their values (RFC 7644, section 3.5.2.3).
  return isObject(read) && isObject(before) ? ({ ...before, ...read } as Json) : read
}
