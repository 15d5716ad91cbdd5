/**
 * The tools, for who calls them from inside: an agent that works for a person, with that person's rights and no more. The
 * port stands apart from `tool.ts`, whose operations get a context that holds it.
 */
import type { Principal, Requirement } from './principal.ts'
import type { ToolError } from './tool-errors.ts'

/** What a call gives: readable Markdown, and the same as data. */
export interface Told<Data = unknown> {
  readonly text: string
  readonly data: Data
}

export interface BoxedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly requires: Requirement
  /** What it changes or takes away cannot be had back by another tool. */
  readonly destructive: boolean
  /** It reaches beyond this service. */
  readonly openWorld: boolean
}

export interface CallFromInside {
  readonly signal: AbortSignal
  /** Stands in the audit entries of what the call writes, where a request's id would. */
  readonly requestId: string
}

export interface ToolBox {
  /** In the order of the catalog, the same for everybody. */
  readonly tools: readonly BoxedTool[]
  /** The same road as a call from outside. Never rejects for what a tool refuses. @throws the reason of the signal */
  call(
    principal: Principal,
    name: string,
    args: unknown,
    from: CallFromInside,
  ): Promise<Told | { readonly error: ToolError }>
}
