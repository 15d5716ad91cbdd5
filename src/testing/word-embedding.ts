/**
 * An embedding for tests, quick and always the same: words point the same way whatever their ending, so that "prices"
 * finds "pricing". It knows no more of meaning than that.
 */
import { createHash } from 'node:crypto'
import type { Embedding } from '../core/embedding.ts'

const DIMENSION = 64
/** An ending that makes no other word. */
const ENDING = /(?<=\p{L}{3})(?:ings?|ed|es|s|e)$/u
/** Words that every text has. */
const COMMON = new Set(
  'a an and are as at be but for from in is it of on or that the this to was we were will with you'.split(' '),
)

export interface WordEmbedding extends Embedding {
  /** Texts that were asked for, oldest first. */
  readonly asked: readonly string[]
}

/** @param model another name, for a space of its own */
export function createWordEmbedding(model = `test/words/${DIMENSION}`): WordEmbedding {
  const asked: string[] = []
  return {
    model,
    floor: { similarity: 0.42, held: 0.3 },
    asked,
    async embed(texts, _purpose, signal) {
      signal?.throwIfAborted()
      asked.push(...texts)
      return texts.map(vectorOf)
    },
    async close() {},
  }
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSION)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (COMMON.has(word)) continue
    const hash = createHash('sha1').update(word.replace(ENDING, '')).digest()
    // Two places a word: that two words share both is rare enough.
    for (const at of [0, 2]) {
      const place = (hash[at] ?? 0) % DIMENSION
      vector[place] = (vector[place] ?? 0) + ((hash[at + 1] ?? 0) % 2 === 0 ? 1 : -1)
    }
  }
  // Words may take each other away, or there are none.
  if (vector.every((part) => part === 0)) vector[0] = 1
  const length = Math.hypot(...vector)
  return vector.map((part) => part / length)
}
