/** Errors of protocol methods that aren't tool calls. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { AppError } from '../../core/errors.ts'
import { toToolError } from '../../core/tool-errors.ts'
import { logInternal } from '../http/log-internal.ts'
import type { McpRequest } from './mcp-request.ts'

/** Permissions required to read resources and completions. */
export const READS = { requires: { scope: 'read' } } as const

/** Converts errors to protocol errors with Parley's message, and with the tool error code in the data. */
export async function orProtocolError<T>({ ctx, requestId }: McpRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const { message, ...told } = toToolError(error, READS, requestId)
    if (!(error instanceof AppError) || error.kind === 'internal') {
      logInternal(ctx.log, requestId, error as Error)
      throw new ProtocolError(ProtocolErrorCode.InternalError, message, told)
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message, told)
  }
}

export const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
