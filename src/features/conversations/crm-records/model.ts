import { codePoints } from '../../../core/wire.ts'

/** Maximum length of a value that lists can filter by, in code points. It always fits into an index row. */
export const FILTERABLE_VALUE_MAX = 300

/** Returns the filterable values of a record as text: strings, numbers, booleans, and lists of them. */
export function filterableValues(fields: Readonly<Record<string, unknown>>): { field: string; value: string }[] {
  const found = new Map<string, { field: string; value: string }>()
  for (const [field, content] of Object.entries(fields)) {
    for (const value of Array.isArray(content) ? content : [content]) {
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
      const text = String(value)
      if (text !== '' && codePoints(text) <= FILTERABLE_VALUE_MAX)
        found.set(JSON.stringify([field, text]), { field, value: text })
    }
  }
  return [...found.values()]
}

/** Fields that contain the name of a record in common CRMs. The first one that a record has is its name. */
export const NAMING_FIELDS: readonly string[] = [
  ...['name', 'Name', 'dealname', 'title', 'Title', 'label', 'firstname', 'lastname', 'FirstName', 'LastName'],
  ...['email', 'Email', 'domain', 'Website', 'company', 'Company'],
]
