/**
 * Extracts conditions that the database can evaluate. They select at least the resources that the filter matches. The
 * filter itself then decides, so there's only one implementation of its semantics.
 */
import type { ScimFilter } from './filter.ts'

/** Lower-case attribute paths with the values that one of them must equal. Several paths are alternatives. */
export type Narrowing = ReadonlyMap<string, readonly string[]>

/**
 * @param known lower-case paths that the database supports
 * @param core URN of the schema, which can precede a path
 * @returns undefined if the database can't narrow the scan
 */
export function narrow(filter: ScimFilter, known: ReadonlySet<string>, core: string): Narrowing | undefined {
  return narrowed(filter, (path) => {
    const plain = path.toLowerCase().startsWith(`${core.toLowerCase()}:`) ? path.slice(core.length + 1) : path
    const name = plain.toLowerCase()
    return [name, `${name}.value`].find((one) => known.has(one))
  })
}

function narrowed(filter: ScimFilter, pathOf: (path: string) => string | undefined): Narrowing | undefined {
  switch (filter.op) {
    case 'eq': {
      const path = pathOf(filter.attrPath)
      if (path === undefined || typeof filter.compValue !== 'string') return undefined
      // Stored texts don't contain NUL, and the database rejects it.
      return new Map([[path, filter.compValue.includes('\u0000') ? [] : [filter.compValue]]])
    }
    case '[]':
      return narrowed(filter.valFilter, (path) => pathOf(`${filter.attrPath}.${path}`))
    case 'and':
      return filter.filters.map((one) => narrowed(one, pathOf)).find((one) => one !== undefined)
    case 'or': {
      const parts = filter.filters.map((one) => narrowed(one, pathOf))
      return parts.every((part) => part !== undefined) ? merged(parts) : undefined
    }
    default:
      return undefined
  }
}

function merged(parts: readonly Narrowing[]): Narrowing {
  const all = parts.flatMap((part) => [...part])
  return new Map(
    [...Map.groupBy(all, ([path]) => path)].map(([path, found]) => [path, found.flatMap(([, values]) => values)]),
  )
}
