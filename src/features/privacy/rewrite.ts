/** Texts in whatever a column holds, each put through a change; what stays the same is told so. */
import { fold } from '../../core/fold.ts'
import { rewriteJson } from '../redaction/index.ts'
import type { Holds, Place } from './places.ts'

export type Rewrite = (text: string) => string

/** Ids and times of ours stay whole, whatever a pattern would find in their digits. */
export const isOurs = (text: string): boolean =>
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.test(text)

/** Every text of a JSON value, names of fields too. */
export const rewriteAll = (value: unknown, rewrite: Rewrite): unknown => rewriteJson(value, rewrite, rewrite)

/** @returns what a column holds afterwards; undefined when nothing of it changes */
export function rewriteValue(value: unknown, holds: Holds, rewrite: Rewrite): unknown {
  if (value === null || value === undefined) return undefined
  const after = changed(value, holds, rewrite)
  return JSON.stringify(after) === JSON.stringify(value) ? undefined : after
}

function changed(value: unknown, holds: Holds, rewrite: Rewrite): unknown {
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

export type Row = Readonly<Record<string, unknown>>

/** @returns the columns of a row that change, and what they hold then */
export function rewriteRow(place: Place, row: Row, rewrite: Rewrite): Record<string, unknown> {
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
