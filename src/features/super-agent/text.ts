/** Texts of a session: cut to what is kept, and looked through for ids before anybody sees them. */

/** Longest text of one message that is kept. */
export const CONTENT_MAX = 20_000
export const CUT = '[…]'

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** In the order they come in, each once, in lower case. */
export const idsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(UUID), ([id]) => id.toLowerCase())),
]

/** What stands under `call_id` and `call_ids`, however deep. */
export function callIdsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    /^call_ids?$/.test(name) ? idsIn(JSON.stringify(inner) ?? '') : callIdsIn(inner),
  )
}

export const withoutIds = (text: string): string => text.replace(UUID, ' ')

/** Ended where it is too long, at the end of a line where there is one near. */
export function bounded(text: string, max = CONTENT_MAX, mark = CUT): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const line = cut.lastIndexOf('\n')
  const end = line > max * 0.8 ? line : max
  return `${cut.slice(0, end).toWellFormed()}\n${mark}`
}

/** The beginning of it on one line. */
export function brief(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const letters = Array.from(line)
  return letters.length <= max ? line : `${letters.slice(0, max - 1).join('')}…`
}

export interface Checked {
  readonly text: string
  /** Ids in it that are known, in order. */
  readonly ids: readonly string[]
}

/**
 * What a language model wrote, as it may be told: an id that nobody gave it was made up and is taken out; a picture would
 * be fetched by whoever shows the text, from an address that may hold what it knows; and markup is not ours to send.
 */
export function checked(text: string, known: ReadonlySet<string>): Checked {
  const told = text
    .replace(UUID, (id) => (known.has(id.toLowerCase()) ? id : '[unknown id]'))
    .replace(/!+\[/g, '[')
    .replace(/<(?=[a-z!/?])/gi, '&lt;')
  return { text: bounded(told), ids: idsIn(told).filter((id) => known.has(id)) }
}
