/**
 * Size limits of tool responses. A response has at most 25,000 tokens (decisions, section 6). Text and data each use at
 * most half of that.
 */
import { AppError } from './errors.ts'
import { estimateTokens } from './language-model.ts'
import type { ToolReply } from './tool.ts'

export const ANSWER_TOKENS = 25_000
const HALF = ANSWER_TOKENS / 2

/**
 * Truncates a tool response to the size limit: text at the end of a line, data at the end of its longest list. Both
 * report how much was left out.
 * @param pages whether the tool pages by cursor. Then a page is never truncated, because the next page starts after it.
 * @throws AppError `content_too_large` if truncating isn't enough
 */
export function boundedAnswer({ text, data }: ToolReply, pages = false): ToolReply {
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
  return [
    ...lines.slice(0, kept),
    '',
    `[Left out: ${lines.length - kept} more lines. Narrow the request to see them.]`,
  ].join('\n')
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
  if (pages) throw tooMuch(`Start again without \`cursor\`, with \`limit\` set to ${kept} or less.`, '/limit')
  return { ...data, [name]: entries.slice(0, kept), left_out: entries.length - kept }
}

const tooMuch = (advice = 'Narrow the request.', pointer = '') =>
  new AppError('too_large', 'content_too_large', 'Content too large', [
    { pointer, detail: `The response would exceed the limit of ${ANSWER_TOKENS} tokens. ${advice}` },
  ])
