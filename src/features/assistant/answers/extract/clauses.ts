/** Splits long sentences of spoken language into parts that can be quoted separately. */
import { isSmallWord, stemOf, wordsOf } from '../../../../core/terms.ts'
import type { Sentence } from './sentences.ts'

/** Maximum number of words of a sentence that isn't split. */
const WHOLE = 18
/** Minimum number of words in a part, and in the rest after it. */
const PART_MIN = 7
const REST_MIN = 5

/** Connecting words at the start of a part. Removing them doesn't change its meaning. */
const JOINTS = /^(?:(?:and|but|so|then|well|um+|uh+|you know|i mean|yeah|okay)(?=[\s,])[\s,]*)+/i

/** Split positions: after a comma or dash, or before a word that starts another clause. */
const SEAM = /[,;:—–]\s+|\s-+\s+|\s+(?=(?:and|but|because|cuz|so|which|if|or|whereas|although|while|then)\s)/gi

export const clausesOf = (sentences: readonly Sentence[]): Sentence[] => sentences.flatMap(partsOf)

function partsOf(sentence: Sentence): Sentence[] {
  const { text, words } = sentence
  if (words.length <= WHOLE) return [sentence]
  const cuts = [...text.matchAll(SEAM)].map((match) => match.index + match[0].length)
  const parts: Sentence[] = []
  let from = 0
  for (const at of cuts) {
    if (wordsOf(text.slice(from, at)).length < PART_MIN || wordsOf(text.slice(at)).length < REST_MIN) continue
    parts.push(...part(sentence, from, at))
    from = at
  }
  return [...parts, ...part(sentence, from, text.length)]
}

function part(sentence: Sentence, from: number, to: number): Sentence[] {
  const begin = from + (JOINTS.exec(sentence.text.slice(from, to))?.[0].length ?? 0)
  const text = sentence.text.slice(begin, to).replace(/[\s,;:—–-]+$/, '')
  const words = wordsOf(text)
  if (words.length === 0) return []
  const terms = words.filter((word) => !isSmallWord(word)).map(stemOf)
  const start = sentence.from + begin
  return [
    { ...sentence, from: start, to: start + text.length, text, words, terms, opens: sentence.opens && from === 0 },
  ]
}
