/** CSV files for spreadsheets (RFC 4180). */
import { FileAnswer } from '../../core/operation.ts'

export type CsvCell = string | number | null | undefined

/** Cells that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r]/

export function csvFile(fileName: string, rows: readonly (readonly CsvCell[])[]): FileAnswer {
  const text = rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
  // Spreadsheets recognize UTF-8 by the byte order mark.
  return new FileAnswer('text/csv; charset=utf-8', fileName, `\ufeff${text}`)
}

function formatCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
