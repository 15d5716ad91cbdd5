/**
 * Structured log: one line for each request and each job. It contains only fields listed here and by callers, so no
 * secrets. Lines written for a request, or for a job that a request caused, contain the ID of that request.
 */
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { currentScope } from './request-scope.ts'
import { traceId } from './tracing.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

/**
 * @param level pino's level names, or `silent`
 * @param to destination of the JSON lines; defaults to stderr, because commands print results to stdout
 */
export function createLog(level: string, to: DestinationStream = destination({ dest: 2, sync: false })): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: originOfLine }, to)
}

/** Request ID and trace ID of a line. */
function originOfLine(): object {
  const trace = traceId()
  const request = currentScope()?.requestId
  return { ...(request === undefined ? {} : { request }), ...(trace === undefined ? {} : { trace }) }
}
