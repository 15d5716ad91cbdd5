/** Quotable sentences of a conversation: verbatim, without fillers at the start and the end. */
import { isSmallWord, stemOf, wordsOf } from '../../../../core/terms.ts'

/** One line of a conversation or source. */
export interface QuotableLine {
  readonly speaker: string
  /** Verbatim text. */
  readonly text: string
}

export interface Sentence {
  /** Index of the line. */
  readonly line: number
  /** Start and end in the text of the line, in UTF-16 units. */
  readonly from: number
  readonly to: number
  /** Verbatim text: `text.slice(from, to)`. */
  readonly text: string
  /** Normalized words, stop words included. */
  readonly words: readonly string[]
  /** Stems of the words without stop words, in order. */
  readonly terms: readonly string[]
  readonly asks: boolean
  /** Whether it is the first sentence of its line. */
  readonly opens: boolean
}

/** Fillers at the start of a sentence. Negations such as “no” carry meaning and aren't included. */
const BEGINNINGS =
  /^(?:(?:yeah|yep|yes|yup|okay|ok|alright|all right|right|well|so|and|but|um+|uh+|er+|erm|hmm+|mm+|mm-hmm|uh-huh|oh|ah|now|anyway|you know|i mean|like i said|sort of|kind of|cuz|then)(?=[\s,.;:…-])[\s,.;:…-]*)+/i
const ENDINGS =
  /(?:[\s,;:…-]+(?:um+|uh+|er+|erm|hmm+|mm+|you know|i mean|so|and|but|or|okay|right|yeah))+\s*[,.;:…-]*$/i

/** Maximum sentence length in UTF-16 units. Longer ones are split at a comma or space to keep quotes short. */
const SENTENCE_MAX = 320
const SHORTEST_PART = 100

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' })

export function sentencesOf(
  lines: readonly QuotableLine[],
  wanted: (line: number) => boolean = () => true,
): Sentence[] {
  return lines.flatMap(({ text }, line) => (wanted(line) ? sentencesIn(text, line) : []))
}

function sentencesIn(text: string, line: number): Sentence[] {
  const sentences: Sentence[] = []
  let open: { segment: string; index: number } | undefined
  for (const { segment, index } of segmenter.segment(text)) {
    const whole = open === undefined ? { segment, index } : { segment: open.segment + segment, index: open.index }
    open = TITLE_ENDS.test(segment) && index + segment.length < text.length ? whole : undefined
    if (open === undefined) sentences.push(...sentencesOfOne(whole, text, line, sentences.length === 0))
  }
  return sentences
}

/** Abbreviated titles, whose full stop doesn't end a sentence. */
const TITLE_ENDS = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs)\.\s*$/

function sentencesOfOne(
  { segment, index }: { segment: string; index: number },
  text: string,
  line: number,
  first: boolean,
): Sentence[] {
  const sentences: Sentence[] = []
  for (const [start, end] of parts(segment)) {
    const sentence = trimmed(text, line, index + start, index + end, first && sentences.length === 0)
    if (sentence !== undefined) sentences.push(sentence)
  }
  return sentences
}

function parts(sentence: string): [number, number][] {
  const found: [number, number][] = []
  let from = 0
  while (sentence.length - from > SENTENCE_MAX) {
    const window = sentence.slice(from, from + SENTENCE_MAX)
    let at = Math.max(window.lastIndexOf(', '), window.lastIndexOf('; ')) + 1
    if (at < SHORTEST_PART) at = window.search(/\s\S*$/)
    if (at < SHORTEST_PART) at = isSecondHalf(sentence, from + SENTENCE_MAX) ? SENTENCE_MAX - 1 : SENTENCE_MAX
    found.push([from, from + at])
    from += at
  }
  found.push([from, sentence.length])
  return found
}

const isSecondHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

function trimmed(text: string, line: number, start: number, end: number, opens: boolean): Sentence | undefined {
  const whole = text.slice(start, end)
  const asks = /[?？]\s*["'”’»)\]]*\s*$/.test(whole)
  let from = start + whole.length - whole.trimStart().length
  from += BEGINNINGS.exec(text.slice(from, end))?.[0].length ?? 0
  let inner = text.slice(from, end).trimEnd()
  const ending = ENDINGS.exec(inner)
  if (ending !== null) inner = inner.slice(0, ending.index)
  inner = inner.replace(/[\s,;:-]+$/, '')
  const words = wordsOf(inner)
  if (words.length === 0) return undefined
  const terms = words.filter((word) => !isSmallWord(word)).map(stemOf)
  return { line, from, to: from + inner.length, text: inner, words, terms, asks, opens }
}
