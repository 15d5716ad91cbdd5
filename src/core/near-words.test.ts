import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, soundKey, wordsAtDistanceOne } from './near-words.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'k', 'w'), minLength: 1, maxLength: 8 })

describe('edit distance', () => {
  it.each([
    ['wayloom', 'veyloom', 2],
    ['receive', 'recieve', 1],
    ['harbor', 'harbour', 1],
    ['harbor', 'harbor', 0],
    ['anna', 'zeppelin', 3],
    ['abcdef', 'cdefab', 3],
  ])('%s, %s: %d', (one, other, distance) => expect(editDistance(one, other, 2)).toBe(distance))

  it('is symmetric, and zero only for equal words', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editDistance(one, other, 8)).toBe(editDistance(other, one, 8))
        expect(editDistance(one, other, 8) === 0).toBe(one === other)
      }),
    )
  })

  it('is 1 for all generated words, and they are all such words', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        const near = wordsAtDistanceOne(one)
        for (const some of near) expect(editDistance(one, some, 2)).toBe(1)
        expect(near.includes(other)).toBe(editDistance(one, other, 2) === 1)
      }),
    )
  })
})

it('generates words without each of their letters', () => {
  expect(wordsAtDistanceOne('wake')).toEqual(expect.arrayContaining(['ake', 'wke', 'wae', 'wak']))
})

describe('sound', () => {
  it.each([
    ['wayloom', 'veyloom'],
    ['wayloom', 'wailoom'],
    ['phillips', 'filips'],
    ['catherine', 'kathryn'],
    ['knight', 'nite'],
    ['schmidt', 'shmitt'],
    ['okafor', 'ocafor'],
    ['jordan', 'gerdan'],
  ])('%s is like %s', (one, other) => expect(soundKey(one)).toBe(soundKey(other)))

  it.each([
    ['wayloom', 'harbor'],
    ['price', 'pilot'],
    ['anna', 'nina'],
  ])('%s is unlike %s', (one, other) => expect(soundKey(one)).not.toBe(soundKey(other)))

  it('has no key beyond Latin letters', () => {
    for (const one of ['日本', 'søren', 'abc1', '']) expect(soundKey(one)).toBe('')
  })
})
