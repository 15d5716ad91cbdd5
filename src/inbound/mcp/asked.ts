import type { Context } from '../../core/operation.ts'

/** One authenticated request. */
export interface Asked {
  readonly ctx: Context
  readonly requestId: string
}
