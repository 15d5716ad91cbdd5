/** Rows of the access matrix. */
import { CALLERS } from './access-matrix.ts'

export interface Row {
  readonly id: string
  readonly kind: 'open' | 'private'
  readonly expected: Readonly<Record<string, string>>
}

export function rowsOf(table: string): Row[] {
  const [, ...lines] = table.trim().split('\n')
  return lines.map((line) => {
    const [name = '', ...cells] = line.split('|').map((cell) => cell.trim())
    return {
      id: name.replace(' (private)', ''),
      kind: name.endsWith('(private)') ? 'private' : 'open',
      expected: Object.fromEntries(CALLERS.map((caller, index) => [caller, cells[index] ?? ''])),
    }
  })
}
