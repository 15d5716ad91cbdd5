/** What people said and wrote, cut to what may be told of it at once. What is cut says so. */
import { estimateTokens } from '../../core/language-model.ts'
import { excerpt } from '../../core/tool-text.ts'

/** Stands where something was left out, as in `excerpt`. */
export const CUT = '[…]'

/** Breaks and the blanks around them become one blank: what somebody said can never be taken for a line of ours. */
export const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ').trim()

/** At most so many characters, on one line. */
export const clipped = (text: string, max: number): string => excerpt(oneLine(text), max)

/** The first of them that so many tokens hold, and how many are left out. */
export function fitting<T>(all: readonly T[], tokens: number): { readonly kept: T[]; readonly left: number } {
  let room = tokens
  const kept: T[] = []
  for (const one of all) {
    room -= estimateTokens(JSON.stringify(one)) + 1
    if (room < 0) break
    kept.push(one)
  }
  return { kept, left: all.length - kept.length }
}
