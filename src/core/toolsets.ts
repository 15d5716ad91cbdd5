/**
 * Toolsets: named parts of the tool list (docs/decisions/0065). A client chooses them by `?toolset=` or by the header
 * `Parley-Toolset`, because every listed tool costs the context of its model. They only shorten the list: permissions
 * alone decide which calls succeed.
 */
import { findMissingPermission, type Principal } from './principal.ts'
import type { Tool } from './tool.ts'

export const toolsetNames = ['everyday', 'coaching', 'crm', 'admin', 'repair', 'all'] as const
export type ToolsetName = (typeof toolsetNames)[number]

/** Names of the tools in each toolset. `all` contains every tool. */
export type Toolsets = Readonly<Record<Exclude<ToolsetName, 'all'>, ReadonlySet<string>>>

/** Separates the names of a query parameter or header. */
const SEPARATOR = /[\s,]+/

/**
 * Parses toolset names, which are separated by commas and in any case. Without names, the result is `all`.
 * @returns undefined if a name is unknown
 */
export function parseToolsets(names: string | undefined): readonly ToolsetName[] | undefined {
  const given = (names ?? '').toLowerCase().split(SEPARATOR).filter(Boolean)
  const known = given.flatMap((name) => toolsetNames.filter((toolset) => toolset === name))
  if (known.length < given.length) return undefined
  return known.length === 0 ? ['all'] : known
}

/** Tools that the caller can use, in any of the toolsets, in the order of the catalog. */
export function selectTools(
  tools: readonly Tool[],
  { principal, chosen, toolsets }: { principal: Principal; chosen: readonly ToolsetName[]; toolsets: Toolsets },
): readonly Tool[] {
  const isChosen = ({ name }: Tool) => chosen.some((toolset) => toolset === 'all' || toolsets[toolset].has(name))
  return tools.filter(
    (tool) => isChosen(tool) && findMissingPermission(principal, tool.operation.requires) === undefined,
  )
}
