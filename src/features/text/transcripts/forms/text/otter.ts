import { createDraft, type Draft } from '../draft.ts'
import type { TextForm, TextSource } from '../form.ts'
import { isBlank } from '../lines.ts'
import { addHeadedTurns } from './headed-turns.ts'
import { addNameBlocks } from './name-blocks.ts'

const HEADER = /^\uFEFF?(?:(\S.{0,200}?) {2,20})?(\d{1,3}:\d{2}(?::\d{2})?) *$/
/** Header of a copy in which blanks were joined. */
const LOOSE_HEADER = /^\uFEFF?\s*(?:(\S.{0,200}?)\s{1,8})?(\d{1,3}:\d{2}(?::\d{2})?)\s*$/
/** Header and words in one line of a copy that was wrapped again. */
const JOINED_HEADER = /^\uFEFF?(?:(\S.{0,200}?) {2,20})?(\d{1,3}:\d{2}(?::\d{2})?) {1,8}(?![AaPp]\.?[Mm]\b)(\S.*)$/
const UNKNOWN = /^Unknown Speaker$/i
const FOOTER = /^\s*Transcribed by https:\/\/otter\.ai/i

/**
 * Text export of Otter: a line with name, two spaces and clock, then the text. A line with only a clock is an unknown
 * speaker. An export can lack the names or the times, and copies lose blanks and lines. The last line names Otter. The
 * file doesn't contain the ends of turns.
 */
export const otter: TextForm = {
  id: 'otter',
  name: 'Otter text export',
  recognize: (source) => {
    const { head } = source
    if (hasFooter(source)) return true
    if (JOINED_HEADER.exec(head[0] ?? '')?.[1] !== undefined) return true
    return HEADER.test(head[0] ?? '') && head.some((line) => HEADER.exec(line)?.[1] !== undefined)
  },
  read(source) {
    const draft = createDraft('otter')
    const { lines, head } = source
    const isMarked = hasFooter(source)
    const pattern = isMarked && !head.some((line) => HEADER.test(line)) ? LOOSE_HEADER : HEADER
    const joined = head.filter((line) => JOINED_HEADER.test(line)).length
    if (joined > head.filter((line) => LOOSE_HEADER.test(line)).length) addHeaded(draft, splitJoined(lines), HEADER)
    else if (head.some((line) => pattern.test(line))) addHeaded(draft, lines, pattern)
    else {
      draft.omit('notices')
      addNameBlocks(
        draft,
        lines.map((line) => (FOOTER.test(line) ? '' : line)),
      )
    }
    return draft.finish({}, { isClock: true })
  },
}

function hasFooter({ lines }: TextSource): boolean {
  return FOOTER.test(lines.findLast((line) => !isBlank(line)) ?? '')
}

function toName(name: string): string {
  const plain = name.trim().replace(/\s*:$/, '')
  return UNKNOWN.test(plain) ? '' : plain
}

function addHeaded(draft: Draft, lines: readonly string[], pattern: RegExp): void {
  addHeadedTurns(draft, lines, {
    parseHeader(line) {
      const [, name = '', clock] = pattern.exec(line) ?? []
      return clock === undefined ? undefined : { name: toName(name), clock }
    },
    classifyNotice: (line) => (FOOTER.test(line) ? 'notices' : undefined),
  })
}

/** Lines in which a header is on a line of its own, without changing the number of lines before a turn. */
function splitJoined(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, name = '', clock = '', words] = JOINED_HEADER.exec(line) ?? []
    return words === undefined ? [line] : [`${name}  ${clock}  `.trimStart(), words]
  })
}
