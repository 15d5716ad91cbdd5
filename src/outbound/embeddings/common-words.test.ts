import { expect, it } from 'vitest'
import { isCommonWord } from '../../core/common-words.ts'
import { listCommonWords } from './subword-tokenizer.ts'
import { readWeights } from './weights.ts'

it('common words are those of the vocabulary', async () => {
  const words = listCommonWords((await readWeights()).vocabulary)
  expect(words.length).toBeGreaterThan(3000)
  expect(words.filter((word) => !isCommonWord(word))).toEqual([])
  expect(['wayloom', 'okafor', 'price ', ''].filter(isCommonWord)).toEqual([])
})
