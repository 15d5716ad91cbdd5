/** Limits the size of quoted text in tool results. Shortened text is marked. */
import { estimateTokens } from '../../../core/language-model.ts'
import { excerpt } from '../../../core/tool-text.ts'

/** Marks omitted text, as `excerpt` does. */
export const CUT = '[…]'

/** Replaces line breaks and other whitespace by single spaces. Quoted text then can't imitate a line of the result. */
export const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ').trim()

/** Shortens text to a number of characters, on one line. */
export const clipped = (text: string, max: number): string => excerpt(oneLine(text), max)

/** Returns the first items that fit into the token budget, and the number of omitted ones. */
export function takeFitting<T>(all: readonly T[], tokens: number): { readonly kept: T[]; readonly omitted: number } {
  let room = tokens
  const kept: T[] = []
  for (const one of all) {
    room -= estimateTokens(JSON.stringify(one)) + 1
    if (room < 0) break
    kept.push(one)
  }
  return { kept, omitted: all.length - kept.length }
}
