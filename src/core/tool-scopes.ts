/** Scopes of access tokens (contract, "Authentication", tool server). */
import type { Scope } from './principal.ts'

export type ToolScope = `mcp:${Scope}`

export const toolScopeOf = (scope: Scope): ToolScope => `mcp:${scope}`

export const TOOL_SCOPES: readonly ToolScope[] = (['read', 'write'] as const).map(toolScopeOf)

/** @param names space-separated names; unknown ones are ignored */
export const scopesIn = (names: string): Scope[] =>
  names.split(' ').flatMap((name) => (['read', 'write'] as const).filter((scope) => toolScopeOf(scope) === name))
