/** Texts in whatever a column holds, each put through a change; what stays the same is told so. */
import { fold } from '../../core/fold.ts'
import type { Holds, Place } from './places.ts'

export type Rewrite = (text: string) => string

/** Numbers that may be one of somebody's: fewer digits are none. */
const NUMBER_MIN = 1e8

/** Every text of a JSON value, names of fields too. */
export function rewriteJson(value: unknown, rewrite: Rewrite): unknown {
  if (typeof value === 'string') return rewrite(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= NUMBER_MIN) {
    const text = String(value)
    const after = rewrite(text)
    return after === text ? value : after
  }
  if (Array.isArray(value)) return value.map((one) => rewriteJson(one, rewrite))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rewrite(key), rewriteJson(inner, rewrite)]))
  }
  return value
}

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
      return rewriteJson(value, rewrite)
    case 'json text':
      return JSON.stringify(rewriteJson(JSON.parse(String(value)), rewrite))
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
