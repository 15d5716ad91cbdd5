/**
 * Computes the keys of many spellings. An import has up to 205,000 of them, which takes seconds, so a worker thread
 * computes them.
 */
import { soundKey } from '../../../core/near-words.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { tokenizer } from '../key-phrases/index.ts'
import { toTokenKey } from './keys.ts'

export interface SpellingKey {
  readonly key: string
  readonly sound: string
}

/** Keys of the texts, in their order. */
export function computeSpellingKeys(texts: readonly string[]): SpellingKey[] {
  const cut = tokenizer()
  return texts.map((text) => {
    const key = toTokenKey(cut(text))
    return { key, sound: soundKey(key) }
  })
}

/** Number of spellings up to which a worker thread isn't worth the time. */
const SHORT = 500

export const spellingKeysTask = defineWorkerTask(import.meta.url, computeSpellingKeys, (texts) => texts.length <= SHORT)
