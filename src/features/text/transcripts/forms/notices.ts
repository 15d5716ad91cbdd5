/** Lines that products add to transcripts. They aren't speech. */

/** Sentence of a product about itself, in the first or the last line. Otter's is read with its form. */
const NOTICES: readonly RegExp[] = [
  /^\(?(?:Transcribed (?:by|with|using)|Transkribiert (?:von|mit)|Transcrit (?:par|avec)|Transcrito (?:por|con|com)) (?!https:\/\/otter\.ai)\S{2,60}(?: .{0,120})?\)?$/i,
  /^\(?This file is longer than \d{1,4} minutes\..{0,160}\)?$/i,
]
const LONGEST = 300

/** Text whose first and last line are blank if they are notices. The number of lines stays the same. */
export function withoutNotices(text: string): { text: string; count: number } {
  let [from, to] = [0, text.length]
  while (from < to && /\s|\uFEFF/.test(text.charAt(from))) from++
  while (to > from && /\s/.test(text.charAt(to - 1))) to--
  const first = findEnd(text, from, to)
  const last = Math.max(text.lastIndexOf('\n', to - 1), text.lastIndexOf('\r', to - 1)) + 1
  const isFirst = isNotice(text, from, first)
  const isLast = last > first && isNotice(text, last, to)
  const count = (isFirst ? 1 : 0) + (isLast ? 1 : 0)
  if (count === 0) return { text, count }
  const [start, end] = [isFirst ? first : from, isLast ? last : to]
  return { text: text.slice(0, from) + text.slice(start, end) + text.slice(to), count }
}

function findEnd(text: string, from: number, to: number): number {
  const breaks = [text.indexOf('\n', from), text.indexOf('\r', from)].filter((at) => at !== -1)
  return Math.min(to, ...breaks)
}

function isNotice(text: string, from: number, to: number): boolean {
  if (to - from > LONGEST) return false
  const line = text.slice(from, to).trim()
  return NOTICES.some((pattern) => pattern.test(line))
}
