import type { Context } from '../../core/operation.ts'

/** One authenticated request. */
export interface Asked {
  readonly ctx: Context
  readonly requestId: string
  /** Headers of the request, which can contain trace context. */
  readonly headers: Readonly<Record<string, unknown>>
}
