import { TranscriptFault } from '../model.ts'
import { checkTime } from './collect.ts'

export interface Timing {
  start: number
  end: number
}

/**
 * Pattern of a time. Hours are optional and can have many digits. Parts don't need padding, as in Teams (`0:0:5.320`).
 * The digits after the point or comma are a decimal fraction.
 */
const TIME = /^(?:(\d{1,7}):)?(\d{1,2}):(\d{1,2})(?:([.,])(\d{1,9}))?$/

/** @returns seconds as the nearest double (`00:00:01.100` is exactly 1.1); undefined if the text isn't a time */
export function parseTime(text: string): number | undefined {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const [, hours = '0', minutes = '', seconds = '', , fraction = '0'] = match
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  // Parsed in one step, because adding a fraction would round twice.
  return Number(`${whole}.${fraction}`)
}

/**
 * Parses the timing line of a WebVTT cue or SRT card: `start --> end`. Settings and coordinates after it are ignored.
 * @throws TranscriptFault at `line`
 */
export function parseTimingLine(text: string, line: number): Timing {
  const arrow = text.indexOf('-->')
  const left = text.slice(0, arrow).trim()
  const right = /^\S+/.exec(text.slice(arrow + 3).trim())?.[0] ?? ''
  if (left.includes(',') !== right.includes(',') && /[.,]/.test(left) && /[.,]/.test(right)) {
    throw new TranscriptFault(
      'A timing line uses both a point and a comma before the milliseconds. Use only one of them.',
      { line },
    )
  }
  const timing = checkedTiming(left, right, line)
  if (timing.end < timing.start) throw new TranscriptFault("A cue's end is before its start.", { line })
  return timing
}

/** @throws TranscriptFault if one of them isn't a time. The caller checks their order. */
export function checkedTiming(left: string, right: string, line: number): Timing {
  const start = parseTime(left)
  const end = parseTime(right)
  if (start === undefined || end === undefined) {
    throw new TranscriptFault('A timing line must have two times such as 00:01:02.345.', { line })
  }
  return { start: checkTime(start, { line }), end: checkTime(end, { line }) }
}

/** Formats seconds as `HH:MM:SS.mmm`, rounded to milliseconds. From 100 hours on, hours have more digits. */
export function formatTime(seconds: number, point: '.' | ','): string {
  const total = Math.round(seconds * 1000)
  const pad = (value: number, size: number) => String(value).padStart(size, '0')
  const hours = Math.floor(total / 3_600_000)
  const minutes = Math.floor(total / 60_000) % 60
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(Math.floor(total / 1000) % 60, 2)}${point}${pad(total % 1000, 3)}`
}

/** Rounds a time to milliseconds, as in written files. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
