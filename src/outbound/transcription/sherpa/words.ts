/** Words with times from the tokens of a speech model, and readable text from models that write capitals only. */
import type { HeardWord } from '../../../core/transcriber.ts'

/** Tokens of a recognized window, as sherpa-onnx returns them. */
export interface TokenTimes {
  readonly tokens: readonly string[]
  /** Start of each token in seconds of the window. Empty if the model returns no times. */
  readonly timestamps: readonly number[]
  /** Length of each token in seconds, if the model returns it. */
  readonly durations: readonly number[]
}

/** Assumed length of a last token in seconds, if the model returns none. */
const TOKEN_SECONDS = 0.3
/** Marks of a token that begins a word: a space, or the mark of SentencePiece. */
const WORD_START = /^[ ▁]/

/**
 * @param window start and length of the window in seconds
 * @returns empty if the model returns no times
 */
export function toWords({ tokens, timestamps, durations }: TokenTimes, window: { offset: number; length: number }) {
  if (timestamps.length !== tokens.length) return []
  const words: { text: string; start: number; end: number }[] = []
  for (const [index, token] of tokens.entries()) {
    const start = Math.min(timestamps[index] ?? 0, window.length)
    const last = durations[index] || TOKEN_SECONDS
    const end = Math.min(window.length, timestamps[index + 1] ?? start + last, start + Math.max(last, TOKEN_SECONDS))
    const text = token.replace(WORD_START, '')
    const current = words.at(-1)
    if (current === undefined || WORD_START.test(token)) words.push({ text, start, end: Math.max(start, end) })
    else {
      current.text += text
      current.end = Math.max(current.end, end)
    }
  }
  const toSeconds = (time: number) => Math.round((window.offset + time) * 1_000) / 1_000
  return words
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, start, end }): HeardWord => ({ text, start: toSeconds(start), end: toSeconds(end) }))
}

/**
 * Texts of a recording in lower case, if the vocabulary of the model has only capitals. Other texts stay as they are,
 * also those that consist of "CRM".
 */
export function normalizeCase(texts: readonly string[]): readonly string[] {
  if (texts.some((text) => /\p{Ll}/u.test(text))) return texts
  return texts.map((text) => {
    const lower = text.toLowerCase().replaceAll(/\bi(?=\b|')/g, 'I')
    return lower.replace(/\p{L}/u, (first) => first.toUpperCase())
  })
}
