/** Applies a change to all texts in the value of a column, and reports whether the value changed. */
import { fold } from '../../../core/fold.ts'
import { rewriteJson } from '../../text/redaction/index.ts'
import type { ColumnContent, PersonalDataColumn } from './personal-data-columns.ts'

export type Rewrite = (text: string) => string

/** Whether a text is a UUID or timestamp. Patterns must not change digits in them. */
export const isOurs = (text: string): boolean =>
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.test(text)

/** Changes every text of a JSON value, including field names. */
export const rewriteAll = (value: unknown, rewrite: Rewrite): unknown => rewriteJson(value, rewrite, rewrite)

/** @returns the new value of a column; undefined if it doesn't change */
export function rewriteValue(value: unknown, holds: ColumnContent, rewrite: Rewrite): unknown {
  if (value === null || value === undefined) return undefined
  const after = changed(value, holds, rewrite)
  return JSON.stringify(after) === JSON.stringify(value) ? undefined : after
}

function changed(value: unknown, holds: ColumnContent, rewrite: Rewrite): unknown {
  switch (holds) {
    case 'words':
      return rewrite(String(value))
    case 'list':
      return (value as string[]).map(rewrite)
    case 'json':
      return rewriteAll(value, rewrite)
    case 'json text':
      return JSON.stringify(rewriteAll(JSON.parse(String(value)), rewrite))
  }
}

export type RewritableRow = Readonly<Record<string, unknown>>

/** @returns the changed columns of a row with their new values */
export function rewriteRow(place: PersonalDataColumn, row: RewritableRow, rewrite: Rewrite): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const [column, holds] of Object.entries(place.columns)) {
    const after = rewriteValue(row[column], holds, rewrite)
    if (after !== undefined) changes[column] = after
  }
  for (const [column, from] of Object.entries(place.folded ?? {})) {
    if (typeof changes[from] === 'string') changes[column] = fold(changes[from])
  }
  return changes
}
