import type { StyleText } from './texts.ts'

/** Reads paragraphs, list items and table cells of a Markdown file. Code blocks are skipped, code spans become `x`. */
export function* readMarkdown(text: string): Generator<StyleText> {
  let isFenced = false
  let block: string[] = []
  let firstLine = 0
  const flush = function* (): Generator<StyleText> {
    if (block.length > 0) yield { surface: 'doc', text: block.join('\n'), line: firstLine, isMultiline: true }
    block = []
  }
  for (const [index, raw] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(raw)) {
      isFenced = !isFenced
      yield* flush()
      continue
    }
    if (isFenced) continue
    const line = raw.replace(/`[^`]*`/g, '`x`').replace(/\]\([^)]*\)/g, ']')
    const startsBlock = /^\s*([-*+]|\d+\.)\s|^#|^\s*\||^>/.test(line)
    if (line.trim() === '' || startsBlock) yield* flush()
    if (line.trim() === '' || /^\s*\|[-| :]+\|?$/.test(line)) continue
    if (/^\s*\|/.test(line)) {
      const cells = line.split('|').map((cell) => cell.trim())
      for (const cell of cells) if (cell !== '') yield { surface: 'doc', text: cell, line: index + 1 }
      continue
    }
    if (block.length === 0) firstLine = index + 1
    block.push(line.replace(/^\s*([-*+]|\d+\.|#+|>)\s+/, ''))
  }
  yield* flush()
}
