/** Structured log: one line an operation. Secrets never reach it: only fields named here and by callers are written. */
import { destination, type Logger, pino } from 'pino'
import { traceId } from './tracing.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>

/** @param level pino's level names, or `silent`. Writes JSON lines to stderr, so that stdout stays for answers. */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: traceOfLine },
    destination({ dest: 2, sync: false }),
  )
}

/** By it a line is found from its span, and the span from the line. */
function traceOfLine(): object {
  const trace = traceId()
  return trace === undefined ? {} : { trace }
}
