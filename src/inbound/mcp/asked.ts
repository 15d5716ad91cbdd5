import type { Context } from '../../core/operation.ts'
import type { Turns } from '../../core/turns.ts'

/** One authenticated request. */
export interface Asked {
  readonly ctx: Context
  readonly requestId: string
  /** Headers of the request, which can contain trace context. */
  readonly turns: Turns
  readonly headers: Readonly<Record<string, unknown>>
}
