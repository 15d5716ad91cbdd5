/**
 * Formats passages for a language model: numbered, each line marked as data, between delimiters that the text can't
 * predict.
 */
import { randomBytes } from 'node:crypto'
import { estimateTokens } from '../../../../core/language-model.ts'
import { formatClock } from '../extract/format-passage.ts'
import type { ReadText, TextSource } from '../text.ts'

export interface NumberedPassage {
  /** Number of the passage in the prompt, from 1. */
  readonly number: number
  readonly of: ReadText
  /** Index of the first line, and the index after the last line. */
  readonly from: number
  readonly to: number
  /** Text as the model receives it. */
  readonly shown: string
  readonly tokens: number
}

/** Selects the best passages that fit into the token budget, and returns them in text order. */
export function passagesWithin(texts: readonly ReadText[], tokens: number, all = false): NumberedPassage[] {
  const every = listPassages(texts)
  const byWorth = all ? every : every.toSorted((a, b) => scorePassage(b) - scorePassage(a))
  let left = tokens
  const kept = new Set<Unnumbered>()
  for (const one of byWorth) {
    if (one.tokens > left) {
      if (all) break
      continue
    }
    left -= one.tokens
    kept.add(one)
  }
  return numbered(every.filter((one) => kept.has(one)))
}

/** Splits all passages into portions that fit into the token budget. */
export function splitIntoPortions(texts: readonly ReadText[], tokens: number): NumberedPassage[][] {
  const portions: Unnumbered[][] = []
  let left = 0
  for (const one of listPassages(texts)) {
    if (one.tokens > left || portions.length === 0) {
      portions.push([])
      left = tokens
    }
    left -= one.tokens
    portions.at(-1)?.push(one)
  }
  return portions.map(numbered)
}

type Unnumbered = Omit<NumberedPassage, 'number'>

const numbered = (passages: readonly Unnumbered[]): NumberedPassage[] =>
  passages.map((one, index) => ({ ...one, number: index + 1 }))

const listPassages = (texts: readonly ReadText[]): Unnumbered[] =>
  texts.flatMap((of) =>
    of.blocks.map(({ from, to }): Unnumbered => {
      const shown = of.lines.slice(from, to).map(shownLine).join('\n')
      return { of, from, to, shown, tokens: estimateTokens(shown) + 40 }
    }),
  )

function scorePassage({ of, from, to }: Unnumbered): number {
  let most = 0
  for (let line = from; line < to; line++) most = Math.max(most, of.place[line] ?? 0)
  return most * of.weight
}

/** Formats a line with a leading bar. Line breaks are removed, so no text can start a line of its own. */
function shownLine({ speaker, start, text }: ReadText['lines'][number]): string {
  const at = start === null ? '' : ` [${formatClock(start)}]`
  const who = speaker === '' ? '' : `${oneLine(speaker)}${at}: `
  return `| ${who}${oneLine(text)}`
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()

/** Random delimiter that no speaker can have known. */
export const newFence = (): string => randomBytes(9).toString('hex')

/** Passage with its source, without the rest of its text. */
type ShownPassage = Pick<NumberedPassage, 'number' | 'shown'> & { readonly of: TextSource }

export function fencedPassages(passages: readonly ShownPassage[], fence: string): string {
  const shown = passages.map(({ number, of, shown }) => {
    const day = of.at === null ? '' : `, ${of.at.slice(0, 10)}`
    return `[passage ${number}] from “${oneLine(of.title)}”${day}\n${shown}`
  })
  return `<data ${fence}>\n${shown.join('\n\n')}\n</data ${fence}>`
}
