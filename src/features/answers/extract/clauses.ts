/** Long sentences in parts that may be quoted by themselves: people speak in sentences that have no end. */
import { isSmallWord, stemOf, wordsOf } from '../../../core/terms.ts'
import type { Sentence } from './sentences.ts'

/** Words of a sentence that is left whole. */
const WHOLE = 18
/** Words of the shortest part, and of what may be left behind it. */
const PART_MIN = 7
const REST_MIN = 5

/** Words that tie a part to the one before, said or left out without any change to what the part says. */
const JOINTS = /^(?:(?:and|but|so|then|well|um+|uh+|you know|i mean|yeah|okay)(?=[\s,])[\s,]*)+/i

/** Behind a comma or a dash, or before a word that begins another clause. */
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
