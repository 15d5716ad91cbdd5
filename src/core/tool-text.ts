/**
 * Readable Markdown for what tools tell. What people wrote stands in it as data: no line of theirs may pass for one of
 * ours, so breaks and bars of table cells are taken out.
 */

export type Cell = string | number | boolean | null | undefined

/** A table, or a sentence where there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[], none = 'None.'): string {
  if (rows.length === 0) return none
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}

/** A line each for what has a value: `- Name: value`. */
export function lines(values: Readonly<Record<string, Cell>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `- ${name}: ${cell(value)}`)
    .join('\n')
}

export const cell = (value: Cell): string =>
  value === null || value === undefined ? '' : String(value).replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()

/** The beginning of a text that people wrote, which tells when it is not the whole. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text
  // Never half a character, which some parsers refuse.
  return `${text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()} […]`
}

/** What people wrote in lines of its own: each is marked, so that none passes for one of ours. */
export const quoted = (text: string): string =>
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
