import { codePoints } from '../../../core/wire.ts'

/** Maximum length of a value that lists can filter by, in code points. It always fits into an index row. */
export const FILTERABLE_VALUE_MAX = 300

/** Returns the filterable values of a record as text: strings, numbers, booleans, and lists of them. */
export function filterableValues(fields: Readonly<Record<string, unknown>>): { field: string; value: string }[] {
  const found: { field: string; value: string }[] = []
  for (const [field, content] of Object.entries(fields)) {
    if (Array.isArray(content)) {
      for (const value of new Set(content.map(toFilterable))) if (value !== undefined) found.push({ field, value })
      continue
    }
    const value = toFilterable(content)
    if (value !== undefined) found.push({ field, value })
  }
  return found
}

/** Text of a value that lists can filter by. Undefined for others. */
function toFilterable(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const text = String(value)
  return text !== '' && codePoints(text) <= FILTERABLE_VALUE_MAX ? text : undefined
}

/** Fields that contain the name of a record in common CRMs. The first one that a record has is its name. */
export const NAMING_FIELDS: readonly string[] = [
  ...['name', 'Name', 'dealname', 'title', 'Title', 'label', 'firstname', 'lastname', 'FirstName', 'LastName'],
  ...['email', 'Email', 'domain', 'Website', 'company', 'Company'],
]
