/** How much of a text may be told, so that the answer around it still has room. */
import { estimateTokens } from './language-model.ts'
import { excerpt } from './tool-text.ts'

/** How many characters from the start of the text take at most so many tokens, told as data. */
export function charactersWithin(text: string, tokens: number): number {
  // No token is counted for less than three characters, so this much is looked at, however long the text.
  let most = Math.min(text.length, tokens * 3)
  while (most > 0 && estimateTokens(JSON.stringify(text.slice(0, most))) > tokens) most = Math.floor(most * 0.8)
  // Never half a character.
  return /[\ud800-\udbff]$/.test(text.slice(0, most)) && most < text.length ? most - 1 : most
}

/** The text, or as much of its beginning as there is room for, which tells that it is not the whole. */
export const fitted = (text: string, tokens: number): string => excerpt(text, charactersWithin(text, tokens))
