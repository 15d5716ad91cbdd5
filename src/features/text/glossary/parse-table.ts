/** Parses a table of terms: CSV (RFC 4180), or a plain list with one term per line. */
import { invalid, type Problem } from '../../../core/errors.ts'
import { TERMS_MAX, type TermInput, termInput } from './schema.ts'

/** Columns, in the order that applies without a header. */
const COLUMNS = ['term', 'aliases', 'misheard', 'kind', 'meaning'] as const
type Column = (typeof COLUMNS)[number]
const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name)

/** Maximum number of problems in an error. */
const PROBLEMS_MAX = 50

/**
 * Terms of a table. The first row is a header if one of its cells is `term`. A column that is missing leaves the field
 * of existing terms unchanged.
 * @throws AppError `validation_failed` with the number of each invalid line
 */
export function parseTermTable(text: string): TermInput[] {
  const delimiter = detectDelimiter(text)
  const rows = parseRows(text.replace(/^\uFEFF/, ''), delimiter)
  const header = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const hasHeader = header.includes('term')
  const problems: Problem[] = []
  const refuse = (line: number, detail: string) => problems.push({ pointer: '/csv', detail: `Line ${line}: ${detail}` })
  const unknown = hasHeader ? header.find((name) => !isColumn(name)) : undefined
  if (unknown !== undefined) refuse(1, `the header has an unknown column. Allowed columns: ${COLUMNS.join(', ')}.`)
  const columns: readonly string[] = hasHeader ? header : COLUMNS
  const body = hasHeader ? rows.slice(1) : rows
  if (body.length > TERMS_MAX) refuse(body[TERMS_MAX]?.line ?? 0, `the table has more than ${TERMS_MAX} terms.`)
  const terms = body.slice(0, TERMS_MAX).flatMap(({ cells, line }) => {
    if (cells.length > columns.length) {
      refuse(line, `the row has ${cells.length} cells, but there are ${columns.length} columns.`)
      return []
    }
    const parsed = termInput.safeParse(toFields(columns, cells, delimiter))
    if (parsed.success) return [parsed.data]
    const [issue] = parsed.error.issues
    refuse(line, `column \`${String(issue?.path[0] ?? 'term')}\` is invalid. ${issue?.message ?? ''}`)
    return []
  })
  const [first, ...rest] = problems.slice(0, PROBLEMS_MAX)
  if (first !== undefined) throw invalid(first, ...rest)
  return terms
}

function toFields(columns: readonly string[], cells: readonly string[], delimiter: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const between = delimiter === ';' ? /\|/ : /[|;]/
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]
    const value = cell.trim()
    if (column === 'aliases' || column === 'misheard') {
      fields[column] = value
        .split(between)
        .map((one) => one.trim())
        .filter((one) => one !== '')
    } else if (column === 'kind') {
      if (value !== '') fields.kind = value.toLowerCase()
    } else if (column !== undefined) fields[column] = value
  }
  return fields
}

/** The character of the first line that separates cells: a comma, a semicolon or a tab. */
function detectDelimiter(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const plain = first.replace(/"(?:[^"]|"")*"/g, '')
  return ['\t', ',', ';'].find((one) => plain.includes(one)) ?? ','
}

interface TableRow {
  /** Number of the line in the text, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Rows with at least one cell that isn't blank. */
function parseRows(text: string, delimiter: string): TableRow[] {
  const rows: TableRow[] = []
  let [cells, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  let [line, first] = [1, 1]
  const endRow = () => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: first, cells })
    ;[cells, cell] = [[], '']
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '\n') line++
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (letter === delimiter) {
      cells.push(cell)
      cell = ''
    } else if (letter === '\n') {
      endRow()
      first = line
    } else if (letter !== '\r') cell += letter
  }
  endRow()
  return rows
}
