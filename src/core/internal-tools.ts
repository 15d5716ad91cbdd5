/**
 * Tools for internal callers: an agent that works for a user, with exactly the user's permissions. A separate file from
 * `tool.ts`, because the context of operations contains this port.
 */
import type { Principal, Requirement } from './principal.ts'
import type { ToolError } from './tool-errors.ts'

/** Result of a call: Markdown text, and the same content as data. */
export interface ToolReply<Data = unknown> {
  readonly text: string
  readonly data: Data
}

export interface InternalTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly requires: Requirement
  /** Whether other tools can't undo the effect. */
  readonly irreversible: boolean
  /** Whether the tool affects systems outside of Parley. */
  readonly openWorld: boolean
}

export interface InternalToolCall {
  readonly signal: AbortSignal
  /** Stored in the audit entries of the call instead of a request ID. */
  readonly requestId: string
}

export interface InternalTools {
  /** All tools in the order of the catalog, the same for everybody. */
  readonly tools: readonly InternalTool[]
  /**
   * Runs a tool in the same way as an external call. Resolves also with tool errors. @throws the reason of the signal
   */
  call(
    principal: Principal,
    name: string,
    args: unknown,
    from: InternalToolCall,
  ): Promise<ToolReply | { readonly error: ToolError }>
}
