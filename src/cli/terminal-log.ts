/** Log of `parley serve` and `parley worker`: JSON lines for programs, short lines for a person at a terminal. */
import { styleText } from 'node:util'
import { createLog, type Log } from '../core/log.ts'

interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' }
const COLORS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = { warn: 'yellow', error: 'red' }

/**
 * A terminal shows warnings and errors, and all lines with `--log` or another LOG_LEVEL than the default. Lines to a file
 * or a pipe are complete JSON lines.
 */
export function createTerminalLog(level: string, isLogWanted: boolean, terminal: Terminal = process.stderr): Log {
  if (terminal.isTTY !== true) return createLog(level)
  return createLog(level === 'info' && !isLogWanted ? 'warn' : level, {
    write: (line) => void terminal.write(formatLine(line)),
  })
}

/** @param line a JSON line of the log */
export function formatLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line)
  const name = LEVELS[level] ?? String(level)
  const color = COLORS[name]
  const values = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const mark = color === undefined ? name : styleText(color, name)
  return `${new Date(time).toTimeString().slice(0, 8)} ${mark} ${msg ?? ''}${values.join('')}\n`
}
