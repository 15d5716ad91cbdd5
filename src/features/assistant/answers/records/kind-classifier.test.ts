/** Recognition of kinds by words alone. Vectors are measured by `npm run train:kinds`. */
import { describe, expect, it } from 'vitest'
import { readFeatureWords, readKindExamples } from '../../../../../bench/kind-examples.ts'
import { readKindVocabulary } from '../../../../../bench/kind-vocabulary.ts'
import { NAME_SUBSTITUTES, readKindWords, toClassifiedText } from './classified-text.ts'
import { isImprobable } from './guess-kinds.ts'
import { classifyText, type RatedKind } from './kind-classifier.ts'
import vocabulary from './kind-vocabulary.json' with { type: 'json' }
import weights from './kind-weights.json' with { type: 'json' }
import { KINDS } from './kinds.ts'
import { isKnownWord, wordsOfKind } from './known-words.ts'
import { readWords } from './question-words.ts'
import { restOfKind } from './recognize.ts'

const classify = (question: string) => classifyText(toClassifiedText(readWords(question), new Map()), undefined)

describe('words', () => {
  // None of these questions is an example.
  it.each([
    ['who on my team talks way too much', 'talkShare'],
    ['any deals likely to slip this quarter?', 'dealRisks'],
    ['whom do i have to ring up today', 'toContact'],
    ['overdue promises please', 'actions'],
    ['write a friendly follow up email to them', 'draft'],
    ['what made us lose the deal', 'dealReasons'],
    ['which accounts did we not speak to for weeks', 'quietAccounts'],
  ])('recognize %s', (question, kind) => {
    const [best] = classify(question)
    expect(best?.kind).toBe(kind)
  })

  it.each(['how many wheels does the forklift have', 'what does the valve do when the pressure falls'])(
    'know that no record answers %s',
    (question) => {
      expect(classify(question)[0]?.kind).toBe('none')
    },
  )

  it('give probabilities that sum to 1, also for a text without known words', () => {
    for (const text of ['who talks most', '', 'zzqx'])
      expect(classifyText(text, undefined).reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 6)
  })

  it('are single words and pairs', () => {
    expect(readKindWords('who talks who talks')).toEqual(['who', 'talks', 'who talks', 'talks who'])
  })
})

describe('names', () => {
  it('are replaced, and a name of two words is one', () => {
    const names = new Map([
      ['karin', 'person'],
      ['vos', 'person'],
      ['harbor', 'account'],
    ] as const)
    expect(toClassifiedText(readWords('Is Karin Vos of Harbor happy?'), names)).toBe(
      `is ${NAME_SUBSTITUTES.person} of ${NAME_SUBSTITUTES.account} happy`,
    )
  })

  it('restrict a question, and words of the kind do not', () => {
    const rest = restOfKind(readWords('prep me for the review with Harbor'), 'accountStatus', false)
    expect(rest.flatMap(({ words }) => words.map(({ word }) => word))).toEqual(['review', 'harbor'])
  })
})

describe('a kind', () => {
  const rate = (best: number, own: number): RatedKind[] => [
    { kind: 'callsByOwner', probability: best },
    { kind: 'countCalls', probability: own },
  ]
  it('that a pattern recognizes is improbable only beside a much more probable one', () => {
    expect(isImprobable(rate(0.9, 0.05), 'countCalls')).toBe(true)
    expect(isImprobable(rate(0.7, 0.05), 'countCalls')).toBe(false)
    expect(isImprobable(rate(0.85, 0.12), 'countCalls')).toBe(false)
    expect(isImprobable([], 'countCalls')).toBe(false)
  })
})

describe('the weights', () => {
  it('are those of the kinds and the examples: run `npm run train:kinds -- --write`', () => {
    expect(weights.kinds).toEqual([...Object.keys(KINDS), 'none'].toSorted())
    expect(weights.words).toEqual(readFeatureWords(readKindExamples()))
  })
})

describe('the vocabulary', () => {
  it('is that of the examples: run `npm run train:kinds -- --write`', () => {
    expect(vocabulary).toEqual(readKindVocabulary())
  })

  it('contains the words of the kind, and knows words of questions', () => {
    expect(wordsOfKind('toContact').has('ring')).toBe(true)
    expect(isKnownWord('pipeline')).toBe(true)
    expect(isKnownWord('marrowby')).toBe(false)
  })
})
