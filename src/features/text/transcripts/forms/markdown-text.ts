/** Removes backslashes before characters with a meaning in Markdown (CommonMark 0.31, section 2.4). */
export const unescapeMarkdown = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** A line without marks of bold text and headings, and without an anchor at its end, such as `{#intro}`. */
export function stripMarks(line: string): string {
  const text = line.trim().replace(/^#{1,6}\s+/, '')
  const anchor = text.endsWith('}') ? text.lastIndexOf('{#') : -1
  return (anchor === -1 ? text : text.slice(0, anchor)).replace(/(?<!\\)\*\*/g, '').trim()
}
