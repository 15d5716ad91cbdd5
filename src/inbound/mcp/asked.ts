import type { Context } from '../../core/operation.ts'

/** One authenticated request. */
export interface Asked {
  readonly ctx: Context
  readonly requestId: string
  /** The headers, for the trace that the request is a part of. */
  readonly headers: Readonly<Record<string, unknown>>
}
