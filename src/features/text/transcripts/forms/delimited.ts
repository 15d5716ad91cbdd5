import { TranscriptFault } from '../model.ts'

export interface DelimitedRow {
  /** 1-based line where the row starts. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Reads rows of CSV (RFC 4180) or of tab-separated values in linear time. Blank lines are skipped.
 * @param quoted whether cells can be quoted. Whisper writes tab-separated values without quotes
 * @throws TranscriptFault if a quoted cell doesn't end
 */
export function readDelimited(source: string, separator: ',' | ';' | '\t', quoted = true): DelimitedRow[] {
  const rows: DelimitedRow[] = []
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0
  let line = 1
  while (at < source.length) {
    const cells: string[] = []
    const first = line
    for (let isOpen = true; isOpen; ) {
      let cell: string
      if (quoted && source[at] === '"') {
        const read = readQuoted(source, at, line)
        cell = read.cell
        at = read.end
        line += read.breaks
      } else {
        let end = at
        while (end < source.length && source[end] !== separator && source[end] !== '\n' && source[end] !== '\r') end++
        cell = source.slice(at, end)
        at = end
      }
      cells.push(cell)
      isOpen = source[at] === separator
      if (isOpen) at++
    }
    if (source[at] === '\r' && source[at + 1] === '\n') at++
    if (at < source.length && source[at] !== '\n' && source[at] !== '\r') {
      throw new TranscriptFault('Text follows a quoted cell. Double the quotes inside of cells.', { line })
    }
    at++
    line++
    if (cells.length > 1 || cells[0]?.trim() !== '') rows.push({ line: first, cells })
  }
  return rows
}

function readQuoted(source: string, from: number, line: number): { cell: string; end: number; breaks: number } {
  const parts: string[] = []
  let at = from + 1
  for (;;) {
    const quote = source.indexOf('"', at)
    if (quote === -1) throw new TranscriptFault('A quoted cell does not end.', { line })
    parts.push(source.slice(at, quote))
    if (source[quote + 1] !== '"') {
      const cell = parts.join('"')
      return { cell, end: quote + 1, breaks: cell.split('\n').length - 1 }
    }
    at = quote + 2
  }
}
