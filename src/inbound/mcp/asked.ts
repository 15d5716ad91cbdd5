import type { Context } from '../../core/operation.ts'
import type { Turns } from '../../core/turns.ts'

/** One authenticated request. */
export interface Asked {
  readonly ctx: Context
  readonly requestId: string
  /** Turns of organizations for the work of the process. */
  readonly turns: Turns
  /** The headers, for the trace that the request is a part of. */
  readonly headers: Readonly<Record<string, unknown>>
}
