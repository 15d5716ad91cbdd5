import type { TextSource } from './form.ts'
import { isBlank, splitLines } from './lines.ts'

const HEAD_LINES = 200

export function toTextSource(text: string): TextSource {
  const lines = splitLines(text)
  const head: string[] = []
  for (const line of lines) {
    if (isBlank(line)) continue
    if (head.push(line) === HEAD_LINES) break
  }
  return { text, lines, head }
}
