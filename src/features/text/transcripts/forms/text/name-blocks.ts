import { TranscriptFault } from '../../model.ts'
import { createDraft, type Draft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { UNCASED_NAME } from '../labels.ts'
import { isBlank } from '../lines.ts'

/** Words with capitals, perhaps a number, and no sign of a sentence. */
const NAME = /^\uFEFF?(\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|\d{1,3})){0,3}(?<![.]))$/u
/** Any words, if two blanks follow, as Otter writes them. */
const MARKED_NAME = /^\uFEFF?(\S[^:?!\t]{0,100}?) {2,8}$/
const UNKNOWN = /^Unknown Speaker$/i

interface NameBlock {
  /** Undefined if the first line isn't a name. */
  readonly name: string | undefined
  readonly words: readonly string[]
  /** 1-based. */
  readonly line: number
}

/** Paragraphs whose first line is the name of the speaker, without times. */
export const nameBlocks: TextForm = {
  id: 'name-blocks',
  name: 'Text with names on lines of their own',
  recognize({ head, lines }) {
    const [first = ''] = head
    if (readName(first) === undefined) return false
    const blocks = splitBlocks(lines.slice(0, LOOKED_AT))
    // A file that is cut can end after a name, or inside of it.
    // A single paragraph with a short first line is plain text.
    return blocks.length > 1 && blocks.slice(0, -1).every(({ name }) => name !== undefined)
  },
  read({ lines, head }) {
    const draft = createDraft('name-blocks')
    const names = addNameBlocks(draft, lines)
    if (new Set(names).size === names.length && !MARKED_NAME.test(head[0] ?? '')) {
      throw new TranscriptFault(
        'The paragraphs start with a line that is a name or a heading, and none occurs twice. Write each turn as `Name: text`.',
        { line: 1 },
      )
    }
    return draft.finish()
  },
}

const LOOKED_AT = 400

/**
 * Adds paragraphs as turns.
 * @returns the names
 * @throws TranscriptFault if only some of them start with a name
 */
export function addNameBlocks(draft: Draft, lines: readonly string[]): string[] {
  const blocks = splitBlocks(lines)
  const named = blocks.filter(({ name }) => name !== undefined).length
  if (named > 0 && named < blocks.length) {
    throw new TranscriptFault(
      'Some paragraphs start with a line that is a name, and others don’t. Write each turn as `Name: text`.',
      { line: blocks.find(({ name }) => name === undefined)?.line ?? 1 },
    )
  }
  for (const { name = '', words, line } of blocks)
    draft.add({ speaker: { name: UNKNOWN.test(name) ? '' : name }, text: words.join(' ') }, { line })
  return blocks.flatMap(({ name }) => name ?? [])
}

/** Paragraphs between blank lines. Empty ones are dropped. */
function splitBlocks(lines: readonly string[]): NameBlock[] {
  const blocks: NameBlock[] = []
  let open: string[] = []
  const close = (end: number) => {
    const [first = '', ...rest] = open
    const name = rest.length === 0 ? undefined : readName(first)
    const words = (name === undefined ? open : rest).map((each) => each.trim())
    if (open.length > 0) blocks.push({ name, words, line: end - open.length + 1 })
    open = []
  }
  for (const [index, line] of lines.entries()) {
    if (isBlank(line)) close(index)
    else open.push(line)
  }
  close(lines.length)
  return blocks
}

function readName(line: string): string | undefined {
  const name = (MARKED_NAME.exec(line) ?? NAME.exec(line))?.[1]?.trim()
  return name ?? (UNCASED_NAME.test(line.trim()) ? line.trim() : undefined)
}
