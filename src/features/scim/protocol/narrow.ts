/**
 * What the database can choose by itself of what a filter is about. It gives at least what the filter matches, never
 * less; the filter then decides, so that there is one meaning of it.
 */
import type { Filter } from './filter.ts'

/** Attribute paths in lower case, with the values one of them must equal. Several are alternatives. */
export type Narrowing = ReadonlyMap<string, readonly string[]>

/**
 * @param known paths in lower case that the database has an answer for
 * @param core URN of the schema, which a path may begin with
 * @returns undefined when nothing narrows what is to be looked through
 */
export function narrow(filter: Filter, known: ReadonlySet<string>, core: string): Narrowing | undefined {
  return narrowed(filter, (path) => {
    const plain = path.toLowerCase().startsWith(`${core.toLowerCase()}:`) ? path.slice(core.length + 1) : path
    const name = plain.toLowerCase()
    return [name, `${name}.value`].find((one) => known.has(one))
  })
}

function narrowed(filter: Filter, pathOf: (path: string) => string | undefined): Narrowing | undefined {
  switch (filter.op) {
    case 'eq': {
      const path = pathOf(filter.attrPath)
      if (path === undefined || typeof filter.compValue !== 'string') return undefined
      // No stored text holds NUL, and the database takes none.
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
