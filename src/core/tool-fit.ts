/** Truncates texts so that the rest of the response has space. */
import { estimateTokens } from './language-model.ts'
import { excerpt } from './tool-text.ts'

/** Number of characters from the start of the text that use at most this number of tokens, serialized as data. */
export function charactersWithin(text: string, tokens: number): number {
  // A token has at most three characters here, so only this part of a long text needs to be examined.
  let most = Math.min(text.length, tokens * 3)
  while (most > 0 && estimateTokens(JSON.stringify(text.slice(0, most))) > tokens) most = Math.floor(most * 0.8)
  // Never splits a surrogate pair.
  return /[\ud800-\udbff]$/.test(text.slice(0, most)) && most < text.length ? most - 1 : most
}

/** The text, truncated to the available tokens. A truncated text is marked. */
export const truncateToTokens = (text: string, tokens: number): string => excerpt(text, charactersWithin(text, tokens))
