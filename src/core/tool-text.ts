/**
 * Markdown for text output of tools. User-written text is data: it must not look like output of Parley, so line breaks
 * and bars in table cells are removed.
 */

export type TableCell = string | number | boolean | null | undefined

/** Formats a table, or a sentence if there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly TableCell[])[], none = 'None.'): string {
  if (rows.length === 0) return none
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}

/** One line for each entry with a value: `- Name: value`. */
export function lines(values: Readonly<Record<string, TableCell>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `- ${name}: ${cell(value)}`)
    .join('\n')
}

export const cell = (value: TableCell): string =>
  value === null || value === undefined ? '' : String(value).replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()

/** Start of a user-written text. A truncated text is marked. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text
  // Never splits a surrogate pair, which some parsers reject.
  return `${text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()} […]`
}

/**
 * User-written text on lines of its own. Each line is marked as a quote, so that it doesn't look like output of Parley.
 */
export const quoteLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** Seconds as `h:mm:ss` or `m:ss`. */
export function clock(seconds: number | null): string {
  if (seconds === null) return ''
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
