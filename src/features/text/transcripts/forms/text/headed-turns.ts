import type { Draft } from '../draft.ts'
import { isBlank } from '../lines.ts'
import { checkOrder, readClock } from './clocks.ts'

export interface TurnHeader {
  readonly name: string
  readonly clock: string
}

export interface HeadedTurns {
  /** Reads a line that starts a turn. */
  readonly parseHeader: (line: string) => TurnHeader | undefined
  /** Content that isn't speech, such as `notices`. Undefined for speech. @param index of the line in the text */
  readonly classifyNotice: (line: string, index: number) => string | undefined
}

/**
 * Adds turns of a text in which a line with name and clock precedes the words of each turn. Lines before the first header
 * are left out.
 * @throws TranscriptFault with the line, if times run backwards
 */
export function addHeadedTurns(draft: Draft, lines: readonly string[], shape: HeadedTurns): void {
  let open: { name: string; start: number; parts: string[]; line: number } | undefined
  let before = 0
  const close = () => {
    if (open !== undefined)
      draft.add({ speaker: { name: open.name }, start: open.start, text: open.parts.join(' ') }, { line: open.line })
  }
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    if (isBlank(text)) continue
    const notice = shape.classifyNotice(text, index)
    if (notice !== undefined) {
      draft.omit(notice)
      continue
    }
    const header = shape.parseHeader(text)
    if (header === undefined) {
      if (open === undefined) before++
      else open.parts.push(text.trim())
      continue
    }
    close()
    const start = readClock(header.clock, line)
    checkOrder(open?.start, start, line)
    open = { name: header.name, start, parts: [], line }
  }
  close()
  draft.omit('lines before the first time', before)
}
