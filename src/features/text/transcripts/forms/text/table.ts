import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import { type DelimitedRow, readDelimited } from '../delimited.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { parseTime } from '../timing.ts'
import { toVoice } from '../voices.ts'

const TEXTS = /^(?:text|transcript|content|utterance|message|sentence|body)$/i
const SPEAKERS = /^(?:speaker|speaker[ _]?name|name|participant|role|channel|author|from|user)$/i
const STARTS = /^(?:start|start[ _]?time|begin|begin[ _]?time|timestamp|time|offset)/i
const ENDS = /^(?:end|end[ _]?time|stop)/i

interface Columns {
  readonly text: number
  readonly speaker: number
  readonly start: number
  readonly end: number
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
    if (
      separator === undefined ||
      !second.includes(separator) ||
      /^\uFEFF?start[\t,]end[\t,](?:speaker[\t,])?text$/.test(top)
    )
      return false
    return findColumns(toHeader(top, separator)) !== undefined
  },
  read({ text, head }) {
    const separator = findSeparator(head[0] ?? '') ?? ','
    const [top, ...rows] = readDelimited(text, separator)
    const header = (top?.cells ?? []).map((cell) => cell.trim())
    const columns = findColumns(header)
    if (columns === undefined) throw new TranscriptFault('A table must have a column of text.', { line: 1 })
    const scale = { start: findScale(header[columns.start]), end: findScale(header[columns.end]) }
    const draft = createDraft('table')
    for (const row of rows) {
      if (row.cells.length !== header.length) {
        throw new TranscriptFault(
          'The row has another number of columns than the header. Quote cells that contain separators.',
          { line: row.line },
        )
      }
      const said = row.cells[columns.text] ?? ''
      const start = readTime(row, columns.start, scale.start)
      draft.add(
        { speaker: toVoice(row.cells[columns.speaker]), start, end: readTime(row, columns.end, scale.end), text: said },
        { line: row.line },
      )
    }
    return draft.finish()
  },
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
  return text === -1 || (speaker === -1 && start === -1) ? undefined : { text, speaker, start, end: find(ENDS) }
}

function findScale(name: string | undefined): number {
  return name !== undefined && /(?:[ _]ms|\(ms\)|millis(?:econds)?|Ms)$/.test(name) ? 1000 : 1
}

function readTime(row: DelimitedRow, column: number, scale: number): number | null {
  const cell = row.cells[column]?.trim() ?? ''
  if (cell === '') return null
  const place = { line: row.line }
  const clock = parseTime(cell)
  if (clock !== undefined) return checkTime(clock, place)
  if (!/^\d{1,12}(?:\.\d{1,9})?$/.test(cell)) {
    throw new TranscriptFault('A time must be a clock such as 00:01:02, or a number of seconds.', place)
  }
  return checkTime(Number(cell) / scale, place)
}
