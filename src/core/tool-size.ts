/**
 * How large an answer to a model may be. A model reads the text or the data, seldom both; each stays under half of the
 * 25,000 tokens that an answer may have (decisions, section 6).
 */
import { AppError } from './errors.ts'
import { estimateTokens } from './language-model.ts'
import type { Told } from './tool.ts'

export const ANSWER_TOKENS = 25_000
const HALF = ANSWER_TOKENS / 2

/**
 * The answer, cut to what may be said at once: text ends at a line, the longest list of the data loses its last entries,
 * and both say so.
 * @param pages a page of a list is told whole or not at all: what follows begins behind it
 * @throws AppError `content_too_large` where that is not enough
 */
export function boundedAnswer({ text, data }: Told, pages = false): Told {
  return { text: boundedText(text), data: boundedData(data as Record<string, unknown>, pages) }
}

function boundedText(text: string): string {
  if (estimateTokens(text) <= HALF) return text
  const lines = text.split('\n')
  let tokens = 100
  let kept = 0
  for (const line of lines) {
    tokens += estimateTokens(line) + 1
    if (tokens > HALF) break
    kept++
  }
  return [...lines.slice(0, kept), '', `[Left out: ${lines.length - kept} more lines. Ask for less at once.]`].join(
    '\n',
  )
}

function boundedData(data: Record<string, unknown>, pages: boolean): unknown {
  const size = estimateTokens(JSON.stringify(data))
  if (size <= HALF) return data
  const [longest] = Object.entries(data)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .sort(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)
  if (longest === undefined) throw tooMuch()
  const [name, entries] = longest
  let room = HALF - (size - estimateTokens(JSON.stringify(entries))) - 100
  const kept = entries.findIndex((entry) => {
    room -= estimateTokens(JSON.stringify(entry)) + 1
    return room < 0
  })
  if (kept <= 0) throw tooMuch()
  if (pages) throw tooMuch(`Begin again, without a cursor, with a limit of ${kept} or less.`, '/limit')
  return { ...data, [name]: entries.slice(0, kept), left_out: entries.length - kept }
}

const tooMuch = (advice = 'Ask for less at once.', pointer = '') =>
  new AppError('too_large', 'content_too_large', 'Content too large', [
    { pointer, detail: `The answer would be larger than a model can read. ${advice}` },
  ])
