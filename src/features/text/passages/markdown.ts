/** Finds headings and code by the rules of Markdown (CommonMark, sections 4.2–4.5). */
import type { TextMark } from '../../../core/text-extraction.ts'

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** YAML front matter of static site generators: names and values between two rules. */
const FRONT_MATTER = /^---[ \t]*\n(?:[\w-]+:[^\n]*\n|[ \t]+[^\n]*\n|- [^\n]*\n|\n){0,200}---[ \t]*(?=\n|$)/

/** Lines that an underline doesn't turn into a heading: other headings, quotes, list items, indented code. */
const NO_TITLE = /^(?: {4}|\t| {0,3}(?:#{1,6}[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]))/

export function marksOfMarkdown(text: string): TextMark[] {
  const front = FRONT_MATTER.exec(text)?.[0].length ?? 0
  const marks: TextMark[] = front === 0 ? [] : [{ kind: 'code', start: 0, end: front }]
  let fence: { start: number; sign: string } | undefined
  /** Previous line, if an underline would turn it into a heading. */
  let before: { start: number } | undefined
  for (const { start, end, line } of iterateLines(text, front)) {
    if (fence !== undefined) {
      const closing = FENCE.exec(line)?.[1]
      if (closing?.startsWith(fence.sign) && line.trim() === closing) {
        marks.push({ kind: 'code', start: fence.start, end })
        fence = undefined
      }
      continue
    }
    const sign = FENCE.exec(line)?.[1]
    if (sign !== undefined) {
      fence = { start, sign }
      before = undefined
      continue
    }
    const hashes = HEADING.exec(line)?.[1]
    const underline = before === undefined ? undefined : UNDERLINE.exec(line)?.[1]
    if (hashes !== undefined) {
      marks.push({ kind: 'heading', start, end, level: hashes.length })
      before = undefined
    } else if (before !== undefined && underline !== undefined) {
      marks.push({ kind: 'heading', start: before.start, end, level: underline.startsWith('=') ? 1 : 2 })
      before = undefined
    } else {
      before = line.trim() === '' || NO_TITLE.test(line) || UNDERLINE.test(line) ? undefined : { start }
    }
  }
  // An unclosed fence extends to the end of the text.
  if (fence !== undefined) marks.push({ kind: 'code', start: fence.start, end: text.length })
  return marks
}

/** Text of a heading without its Markdown marks. */
export function titleOfHeading(line: string): string {
  return line
    .replace(/^ {0,3}#{1,6}(?=[ \t]|$)/, '')
    .replace(/\n[^\n]*$/, '')
    .replace(/[ \t]#+[ \t]*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Lines of a text. `end` is before the line break. */
export function* iterateLines(
  text: string,
  from = 0,
  to = text.length,
): Generator<{ start: number; end: number; line: string }> {
  let start = from
  while (start < to) {
    const found = text.indexOf('\n', start)
    const end = found === -1 || found > to ? to : found
    yield { start, end, line: text.slice(start, end) }
    start = end + 1
  }
}
