import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import { type DelimitedRow, readDelimited } from '../delimited.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { findVoicePrefix } from '../labels.ts'
import { parseTime } from '../timing.ts'
import { toVoice } from '../voices.ts'
import {
  type ClockKind,
  countWords,
  findClockKind,
  formatTimeOfDay,
  readClockAs,
  type SpokenClock,
} from './clock-kind.ts'
import { checkOrder } from './clocks.ts'
import { isWhisperTable } from './whisper-table.ts'

const TEXTS = /^(?:text|transcript|content|utterance|message|sentence|body)$/i
const SPEAKERS = /^(?:speaker|speaker[ _]?name|name|participant|role|channel|author|from|user)$/i
const STARTS = /^(?:start|start[ _]?time|begin|begin[ _]?time|timestamp|time|offset)/i
const ENDS = /^(?:end|end[ _]?time|stop)/i
const DURATIONS = /^(?:duration|length|dur)(?![a-z])/i
const CALLS = /^(?:call|conversation|meeting|recording|session|file|interaction)[ _]?(?:id|uuid|name)?$/i
const CLOCK = /^\d{1,3}:\d{2}(?::\d{2})?$/

interface Columns {
  readonly text: number
  readonly speaker: number
  readonly start: number
  readonly end: number
  readonly duration: number
}

/**
 * Any table with a header: a column of text, and columns of speakers and times. The unit comes from the header, such as
 * `start_ms` or `start (s)`, from clocks in the cells, or is seconds if the pace of the speech confirms it.
 */
export const table: TextForm = {
  id: 'table',
  name: 'CSV or TSV table',
  recognize({ head }) {
    const [top = '', second = ''] = head
    const separator = findSeparator(top)
    if (separator === undefined || !second.includes(separator) || isWhisperTable(head)) return false
    return findColumns(toHeader(top, separator)) !== undefined
  },
  read({ text, head }) {
    const separator = findSeparator(head[0] ?? '') ?? ','
    const [top, ...rows] = readDelimited(text, separator)
    const header = (top?.cells ?? []).map((cell) => cell.trim())
    const columns = findColumns(header)
    if (columns === undefined) throw new TranscriptFault('A table must have a column of text.', { line: 1 })
    checkCalls(header, rows)
    const scale = (column: number) => findScale(header[column])
    const draft = createDraft('table')
    const kind = findClockKind(toClocks(rows, columns))
    const zero = kind === 'day' ? readTime(rows[0], columns.start, 1, kind) : 0
    for (const row of rows) {
      if (row.cells.length !== header.length) {
        throw new TranscriptFault(
          'The row has another number of columns than the header. Quote cells that contain separators.',
          { line: row.line },
        )
      }
      const cell = row.cells[columns.text] ?? ''
      const voice = columns.speaker === -1 ? findVoicePrefix(cell.trim()) : undefined
      const [clock, end] = [
        readTime(row, columns.start, scale(columns.start), kind),
        readTime(row, columns.end, scale(columns.end), kind),
      ]
      const length = readTime(row, columns.duration, scale(columns.duration))
      if (kind === 'day' && clock !== null) checkOrder(undefined, clock, row.line, zero ?? 0)
      const start = shift(clock, zero)
      draft.add(
        {
          speaker: voice === undefined ? toVoice(row.cells[columns.speaker]) : { name: voice.name },
          start,
          end: columns.end === -1 ? addLength(start, length) : shift(end, zero),
          text: voice?.rest ?? cell,
        },
        { line: row.line },
      )
    }
    return draft.finish(kind === 'day' ? { timeOfDay: formatTimeOfDay(zero ?? 0) } : {}, { written: kind === 'day' })
  },
}

/** @throws TranscriptFault if a column names several calls */
function checkCalls(header: readonly string[], rows: readonly DelimitedRow[]): void {
  const column = header.findIndex((cell) => CALLS.test(cell))
  const first = rows[0]?.cells[column]
  const other = column === -1 ? undefined : rows.find(({ cells }) => cells[column] !== first)
  if (other !== undefined) {
    throw new TranscriptFault('The table contains several calls. Send each call separately.', { line: other.line })
  }
}

const shift = (time: number | null, zero: number | null): number | null =>
  time === null ? null : Math.max(0, time - (zero ?? 0))

const addLength = (start: number | null, length: number | null): number | null =>
  start === null || length === null ? null : Math.round((start + length) * 1e6) / 1e6

/** Clocks in the column of starts. Empty if the column has other times. */
function toClocks(rows: readonly DelimitedRow[], columns: Columns): SpokenClock[] {
  const clocks = rows.flatMap(({ line, cells }): SpokenClock[] => {
    const text = cells[columns.start]?.trim() ?? ''
    return text === '' ? [] : [{ text, line, words: countWords([cells[columns.text] ?? '']) }]
  })
  return clocks.every(({ text }) => CLOCK.test(text)) ? clocks : []
}

function findSeparator(top: string): ',' | ';' | '\t' | undefined {
  for (const separator of ['\t', ';', ','] as const) if (top.includes(separator)) return separator
  return undefined
}

const toHeader = (top: string, separator: string) =>
  top
    .replace(/^\uFEFF/, '')
    .split(separator)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

function findColumns(header: readonly string[]): Columns | undefined {
  const find = (pattern: RegExp) => header.findIndex((cell) => pattern.test(cell))
  const [text, speaker, start] = [find(TEXTS), find(SPEAKERS), find(STARTS)]
  // A table with a text but neither speaker nor time isn't a conversation.
  return text === -1 || (speaker === -1 && start === -1)
    ? undefined
    : { text, speaker, start, end: find(ENDS), duration: find(DURATIONS) }
}

function findScale(name: string | undefined): number {
  return name !== undefined && /(?:[ _]ms|\(ms\)|millis(?:econds)?|Ms)$/.test(name) ? 1000 : 1
}

function readTime(
  row: DelimitedRow | undefined,
  column: number,
  scale: number,
  kind: ClockKind = 'elapsed',
): number | null {
  const cell = row?.cells[column]?.trim() ?? ''
  if (cell === '' || row === undefined) return null
  const place = { line: row.line }
  const clock = kind === 'day' ? readClockAs(kind, { text: cell, ...place }) : parseTime(cell)
  if (clock !== undefined) return checkTime(clock, place)
  if (!/^\d{1,12}(?:\.\d{1,9})?$/.test(cell)) {
    throw new TranscriptFault('A time must be a clock such as 00:01:02, or a number of seconds.', place)
  }
  return checkTime(Number(cell) / scale, place)
}
