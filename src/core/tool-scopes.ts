/** Scopes of access tokens (contract, "Authentication", tool server). */
import type { Scope } from './principal.ts'

export type ToolScope = `mcp:${Scope}`

export const toToolScope = (scope: Scope): ToolScope => `mcp:${scope}`

export const TOOL_SCOPES: readonly ToolScope[] = (['read', 'write'] as const).map(toToolScope)

/** @param names space-separated names; unknown ones are ignored */
export const scopesIn = (names: string): Scope[] =>
  names.split(' ').flatMap((name) => (['read', 'write'] as const).filter((scope) => toToolScope(scope) === name))
