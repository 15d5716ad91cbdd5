/**
 * Structured log: one line for each request and each job. Secrets never reach it: only fields named here and by callers are
 * written. Every line that is written for a request, or for a job that a request caused, has the ID of that request.
 */
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { currentScope } from './request-scope.ts'
import { traceId } from './tracing.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

/**
 * @param level pino's level names, or `silent`
 * @param to where JSON lines are written; stderr by default, so that stdout stays for answers
 */
export function createLog(level: string, to: DestinationStream = destination({ dest: 2, sync: false })): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: originOfLine }, to)
}

/** Links a line to its request, and to the span of its trace. */
function originOfLine(): object {
  const trace = traceId()
  const request = currentScope()?.requestId
  return { ...(request === undefined ? {} : { request }), ...(trace === undefined ? {} : { trace }) }
}
