import type { Speaker, Word } from '../model.ts'
import type { Draft } from './draft.ts'

/** A recognized word or punctuation mark. */
export interface Token {
  readonly text: string
  readonly start: number | null
  readonly end: number | null
  readonly speaker: Speaker
  /** Channel, if the source has several. */
  readonly channel?: number | string | undefined
  /** Whether the token belongs to the previous word, as punctuation does. */
  readonly attached?: boolean
}

/** A pause of more seconds starts a new segment. */
const PAUSE = 2

/**
 * Adds tokens as segments. A segment ends when the speaker or the channel changes, or after a pause.
 * @param at pointer of the tokens
 */
export function addTokens(draft: Draft, tokens: readonly Token[], at: string): void {
  let open: { first: Token; words: Word[]; end: number | null } | undefined
  const close = () => {
    if (open === undefined) return
    const { first, words } = open
    const start = words.find((word) => word.startTimestamp !== null)?.startTimestamp ?? null
    const end = words.findLast((word) => word.endTimestamp !== null)?.endTimestamp ?? null
    draft.add({ speaker: first.speaker, start, end, words }, { pointer: at })
    open = undefined
  }
  for (const token of tokens) {
    const last = open?.words.at(-1)
    if (token.attached === true && last !== undefined) {
      last.text += token.text.trim()
      continue
    }
    if (token.text.trim() === '') continue
    if (open !== undefined && (!isSameVoice(open.first, token) || isPause(open.end, token.start))) close()
    open ??= { first: token, words: [], end: null }
    open.words.push({ text: token.text.trim(), startTimestamp: token.start, endTimestamp: token.end })
    open.end = token.end ?? token.start ?? open.end
  }
  close()
}

function isSameVoice(a: Token, b: Token): boolean {
  return a.channel === b.channel && a.speaker.id === b.speaker.id && a.speaker.name === b.speaker.name
}

const isPause = (end: number | null, start: number | null) => end !== null && start !== null && start - end > PAUSE

/** Converts sub-word tokens that carry their own leading spaces to words. */
export function joinSubwords(tokens: readonly Token[]): Token[] {
  const words: Token[] = []
  let open: { token: Token; parts: string[]; end: number | null } | undefined
  const close = () => {
    if (open !== undefined) words.push({ ...open.token, text: open.parts.join(''), end: open.end })
    open = undefined
  }
  for (const token of tokens) {
    if (open === undefined || /^\s/.test(token.text) || !isSameVoice(open.token, token)) {
      close()
      open = { token, parts: [token.text], end: token.end }
    } else {
      open.parts.push(token.text)
      open.end = token.end ?? open.end
    }
  }
  close()
  return words
}
