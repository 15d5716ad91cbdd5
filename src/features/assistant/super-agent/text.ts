/** Prepares texts of a session: truncates them and verifies their IDs. */

/** Maximum length of a stored message, in UTF-16 units. */
export const CONTENT_MAX = 20_000
export const CUT = '[…]'

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** Distinct UUIDs of a text in order, in lower case. */
export const idsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(UUID), ([id]) => id.toLowerCase())),
]

/** Values of `call_id` and `call_ids` at any depth. */
export function callIdsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    /^call_ids?$/.test(name) ? idsIn(JSON.stringify(inner) ?? '') : callIdsIn(inner),
  )
}

export const withoutIds = (text: string): string => text.replace(UUID, ' ')

/** Truncates a text, at the end of a line if possible. */
export function truncateText(text: string, max = CONTENT_MAX, mark = CUT): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const line = cut.lastIndexOf('\n')
  const end = line > max * 0.8 ? line : max
  return `${cut.slice(0, end).toWellFormed()}\n${mark}`
}

/** Beginning of a text on one line. */
export function toBriefLine(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const letters = Array.from(line)
  return letters.length <= max ? line : `${letters.slice(0, max - 1).join('')}…`
}

export interface CheckedText {
  readonly text: string
  /** Known IDs in the text, in order. */
  readonly ids: readonly string[]
}

/**
 * Sanitizes the output of a language model. Unknown IDs are removed, because the model invented them. Images are
 * removed, because fetching them could send data to their URL. HTML markup is removed.
 */
export function checked(text: string, known: ReadonlySet<string>): CheckedText {
  const told = text
    .replace(UUID, (id) => (known.has(id.toLowerCase()) ? id : '[unknown id]'))
    .replace(/!+\[/g, '[')
    .replace(/<(?=[a-z!/?])/gi, '&lt;')
  return { text: truncateText(told), ids: idsIn(told).filter((id) => known.has(id)) }
}
