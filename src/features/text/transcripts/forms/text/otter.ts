import { TranscriptFault } from '../../model.ts'
import { createDraft, type Draft } from '../draft.ts'
import type { TextForm, TextSource } from '../form.ts'
import { isBlank } from '../lines.ts'
import { addHeadedTurns } from './headed-turns.ts'

const HEADER = /^\uFEFF?(?:(\S.{0,200}?) {2,})?(\d{1,3}:\d{2}(?::\d{2})?) *$/
/** Header of a copy in which blanks were joined. */
const LOOSE_HEADER = /^\uFEFF?\s*(?:(\S.{0,200}?)\s{1,8})?(\d{1,3}:\d{2}(?::\d{2})?)\s*$/
/** Header and words in one line of a copy that was wrapped again. */
const JOINED_HEADER = /^\uFEFF?(?:(\S.{0,200}?) {2,})?(\d{1,3}:\d{2}(?::\d{2})?) {1,8}(\S.*)$/
/**
 * Name of a speaker on a line of its own, in an export without times. Otter writes two blanks after it. Without them, it
 * consists of words with capitals.
 */
const NAME_LINE =
  /^\uFEFF?(?:(\S[^:?!\t]{0,100}?) {2,}|(\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|\d{1,3})){0,3}(?<![.])))$/u
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
    return HEADER.test(head[0] ?? '') && head.some((line) => HEADER.exec(line)?.[1] !== undefined)
  },
  read(source) {
    const draft = createDraft('otter')
    const { lines, head } = source
    const isMarked = hasFooter(source)
    const pattern = isMarked && !head.some((line) => HEADER.test(line)) ? LOOSE_HEADER : HEADER
    const joined = isMarked ? head.filter((line) => JOINED_HEADER.test(line)).length : 0
    if (joined > head.filter((line) => LOOSE_HEADER.test(line)).length) addHeaded(draft, splitJoined(lines), HEADER)
    else if (head.some((line) => pattern.test(line))) addHeaded(draft, lines, pattern)
    else addUntimed(draft, lines)
    return draft.finish()
  },
}

function hasFooter({ lines }: TextSource): boolean {
  return FOOTER.test(lines.findLast((line) => !isBlank(line)) ?? '')
}

const toName = (name: string): string => (UNKNOWN.test(name.trim()) ? '' : name.trim())

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

/**
 * Adds paragraphs of an export without times. Either each one starts with a line that is a name, or none does.
 * @throws TranscriptFault if only some of them do
 */
function addUntimed(draft: Draft, lines: readonly string[]): void {
  const blocks: { line: number; lines: string[] }[] = []
  for (const [index, line] of lines.entries()) {
    if (FOOTER.test(line)) draft.omit('notices')
    else if (isBlank(line)) blocks.push({ line: index + 2, lines: [] })
    else if (blocks.length === 0) blocks.push({ line: index + 1, lines: [line] })
    else blocks.at(-1)?.lines.push(line)
  }
  const spoken = blocks.filter((block) => block.lines.length > 0)
  const named = spoken.filter(({ lines: own }) => own.length > 1 && NAME_LINE.test(own[0] ?? ''))
  const [first] = spoken
  if (named.length > 0 && named.length < spoken.length)
    throw new TranscriptFault(
      'Some paragraphs of the Otter export start with a name, and others don’t. Export it with names and times.',
      { line: first?.line ?? 1 },
    )
  for (const { line, lines: own } of spoken) {
    const [, marked, plain] = NAME_LINE.exec(own[0] ?? '') ?? []
    const name = named.length > 0 ? toName(marked ?? plain ?? '') : ''
    const words = named.length > 0 ? own.slice(1) : own
    draft.add({ speaker: { name }, text: words.map((each) => each.trim()).join(' ') }, { line })
  }
}
