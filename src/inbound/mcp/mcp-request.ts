import type { Context } from '../../core/operation.ts'
import type { ToolsetName } from '../../core/toolsets.ts'
import type { Turns } from '../../core/turns.ts'

/** One authenticated request. */
export interface McpRequest {
  readonly ctx: Context
  readonly requestId: string
  /** Toolsets that the client chose for its tool list. */
  readonly toolsets: readonly ToolsetName[]
  /** Turns of organizations for the work of the process. */
  readonly turns: Turns
  /** Headers of the request, which can contain trace context. */
  readonly headers: Readonly<Record<string, unknown>>
}
