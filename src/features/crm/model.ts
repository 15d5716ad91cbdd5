import { codePoints } from '../../core/wire.ts'

/** Longest value that a list can be filtered by, in code points: what an index row holds for certain. */
export const FILTERABLE_VALUE_MAX = 300

/** The fields of a record that can be filtered by: text, numbers and booleans, each as text, and lists of those. */
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

/** Fields that people know a record by, as the common CRMs call them; the first one that a record has is its name. */
export const NAMING_FIELDS: readonly string[] = [
  ...['name', 'Name', 'dealname', 'title', 'Title', 'label', 'firstname', 'lastname', 'FirstName', 'LastName'],
  ...['email', 'Email', 'domain', 'Website', 'company', 'Company'],
]
