/** Imports between the modules of a tree, with the rules that forbid some of them. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** An import of one module by another, by paths from the root of the tree. */
export interface ImportEdge {
  readonly from: string
  /** A module of the tree, or of a package: `node_modules/kysely/`. */
  readonly to: string
  readonly isResolved: boolean
}

/** Forbids the imports that match both sides. Paths are regular expressions; `$1` is the first group of `from.path`. */
export interface ImportRule {
  readonly name: string
  readonly comment?: string
  readonly from: {
    readonly path?: string
    readonly pathNot?: string | readonly string[]
    /** Whether the rule is about modules that import nothing and that nothing imports. */
    readonly orphan?: true
  }
  readonly to: {
    readonly path?: string
    readonly pathNot?: string | readonly string[]
    /** Whether the import is part of a circle. */
    readonly circular?: true
    readonly couldNotResolve?: true
  }
}

export interface ImportGraph {
  readonly modules: readonly string[]
  readonly edges: readonly ImportEdge[]
}

/** Dynamic imports, and imports of types in an expression. Others are read from the syntax tree. */
const EXPRESSION = /\bimport\(\s*'([^']+)'/g

/** @param exclude modules that are neither read nor checked */
export function readImportGraph(root: string, folders: readonly string[], exclude?: RegExp): ImportGraph {
  const modules = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => exclude?.test(path) !== true)
    .sort()
  const edges = modules.flatMap((from) =>
    [...readSpecifiers(join(root, from))].flatMap((specifier): ImportEdge[] => {
      if (specifier.startsWith('node:')) return []
      if (!specifier.startsWith('.')) return [{ from, to: `node_modules/${specifier}/`, isResolved: true }]
      const to = posix.join(dirname(from), specifier)
      return [{ from, to, isResolved: existsSync(join(root, to)) }]
    }),
  )
  return { modules, edges }
}

/** @throws Error if the file isn't valid TypeScript */
function readSpecifiers(file: string): ReadonlySet<string> {
  const source = readFileSync(file, 'utf8')
  const { module, errors } = parseSync(file, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file} isn't valid TypeScript: ${error.message}`)
  return new Set([
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...Array.from(source.matchAll(EXPRESSION), ([, specifier = '']) => specifier),
  ])
}

/** Forbidden imports, as `rule: from → to`. */
export function findForbiddenImports({ modules, edges }: ImportGraph, rules: readonly ImportRule[]): string[] {
  const circles = numberCircles(modules, edges)
  const isCircular = ({ from, to }: ImportEdge) => circles.get(from) === circles.get(to)
  const connected = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const byModule = Map.groupBy(edges, ({ from }) => from)
  const found: string[] = []
  for (const rule of rules) {
    const { from, to } = rule
    for (const module of modules) {
      const groups = from.path === undefined ? [] : compile(from.path).exec(module)
      if (groups === null || isListed(module, from.pathNot)) continue
      if (from.orphan === true) {
        if (!connected.has(module)) found.push(`${rule.name}: ${module} → nothing`)
        continue
      }
      const insert = (pattern: string) => pattern.replaceAll('$1', groups[1] ?? '')
      const except = to.pathNot === undefined ? undefined : [to.pathNot].flat().map(insert)
      for (const edge of byModule.get(module) ?? []) {
        if (to.couldNotResolve === true && edge.isResolved) continue
        if (to.circular === true && !isCircular(edge)) continue
        if (to.path !== undefined && !compile(insert(to.path)).test(edge.to)) continue
        if (!isListed(edge.to, except)) found.push(`${rule.name}: ${module} → ${edge.to}`)
      }
    }
  }
  return found
}

const compiled = new Map<string, RegExp>()
function compile(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(pattern)
  compiled.set(pattern, known)
  return known
}

const isListed = (path: string, patterns: string | readonly string[] | undefined): boolean =>
  patterns !== undefined && [patterns].flat().some((pattern) => compile(pattern).test(path))

/**
 * Number of the circle of each module: modules that import each other, directly or not, have the same number (strongly
 * connected components; R. Tarjan, 1972). It doesn't recurse, because chains of imports are long.
 */
function numberCircles(modules: readonly string[], edges: readonly ImportEdge[]): ReadonlyMap<string, number> {
  const known = new Set(modules)
  const imports = Map.groupBy(
    edges.filter(({ to }) => known.has(to)),
    ({ from }) => from,
  )
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const circles = new Map<string, number>()
  const open: string[] = []
  for (const start of modules) {
    if (order.has(start)) continue
    const path: { readonly module: string; next: number }[] = []
    const enter = (module: string) => {
      lowest.set(module, order.size)
      order.set(module, order.size)
      open.push(module)
      path.push({ module, next: 0 })
    }
    enter(start)
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const { module } = at
      const own = lowest.get(module) ?? 0
      const other = imports.get(module)?.[at.next++]?.to
      if (other !== undefined) {
        if (!order.has(other)) enter(other)
        else if (!circles.has(other)) lowest.set(module, Math.min(own, order.get(other) ?? 0))
        continue
      }
      path.pop()
      const before = path.at(-1)?.module
      if (before !== undefined) lowest.set(before, Math.min(lowest.get(before) ?? 0, own))
      if (own !== order.get(module)) continue
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        circles.set(member, order.get(module) ?? 0)
        if (member === module) break
      }
    }
  }
  return circles
}
