/**
 * Finds the spellings of glossary terms in texts. Words match in any case and with any ending, and must be consecutive
 * within one sentence. Of overlapping spellings, the longest of the first counts.
 */
import { SENTENCE_END } from '../../../core/sentence-marks.ts'
import { type Token, tokenizer } from '../key-phrases/index.ts'
import { isAbbreviation } from './keys.ts'
import { type GlossaryEntry, listSpellings, type Spelling } from './model.ts'

export interface SpellingMatch {
  readonly entry: GlossaryEntry
  readonly spelling: Spelling
  /** Offsets in UTF-16 units; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

export type SpellingMatcher = (text: string, tokens: readonly Token[]) => SpellingMatch[]

interface SpellingTree {
  readonly next: Map<string, SpellingTree>
  readonly ends: { readonly entry: GlossaryEntry; readonly spelling: Spelling }[]
}

const newTree = (): SpellingTree => ({ next: new Map(), ends: [] })

export function createSpellingMatcher(entries: readonly GlossaryEntry[]): SpellingMatcher {
  if (entries.length === 0) return () => []
  const cut = tokenizer()
  const root = newTree()
  for (const entry of entries) {
    for (const spelling of listSpellings(entry)) {
      let tree = root
      for (const { stem } of cut(spelling.text)) {
        const next = tree.next.get(stem) ?? newTree()
        tree.next.set(stem, next)
        tree = next
      }
      if (tree !== root) tree.ends.push({ entry, spelling })
    }
  }
  return (text, tokens) => {
    const found: SpellingMatch[] = []
    for (let at = 0; at < tokens.length; at++) {
      const longest = longestAt(root, text, tokens, at)
      if (longest === undefined) continue
      found.push(longest.match)
      at += longest.words - 1
    }
    return found
  }
}

function longestAt(
  root: SpellingTree,
  text: string,
  tokens: readonly Token[],
  at: number,
): { match: SpellingMatch; words: number } | undefined {
  let longest: { match: SpellingMatch; words: number } | undefined
  let tree: SpellingTree | undefined = root
  const from = tokens[at]?.from ?? 0
  for (let i = at; i < tokens.length; i++) {
    const token = tokens[i]
    if (token === undefined || (i > at && SENTENCE_END.test(text.slice(tokens[i - 1]?.to, token.from)))) break
    tree = tree.next.get(token.stem)
    if (tree === undefined) break
    const said = text.slice(from, token.to)
    const end = tree.ends.find(({ spelling }) => !isAbbreviation(spelling.text) || said.startsWith(spelling.text))
    if (end !== undefined) longest = { match: { ...end, from, to: token.to }, words: i - at + 1 }
  }
  return longest
}
