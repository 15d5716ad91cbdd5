import { describe, expect, it } from 'vitest'
import { createPeopleLookup, findConsentingSpeaker } from './owners.ts'
import { splitTranscriptSentences } from './sentences.ts'

const people = (...names: string[]) => createPeopleLookup(names.map((name) => ({ name, email: null })))

function splitTurns(...turns: readonly (readonly [speaker: string, text: string])[]) {
  return splitTranscriptSentences({
    lines: turns.map(([speaker, text], segment) => ({ segment, speaker, start: segment, end: segment + 1, text })),
  })
}

describe('the other person', () => {
  it('is known of two', () => {
    expect(people('Ann', 'Bob').other('Ann')).toBe('Bob')
  })

  it('is unknown of three, and for somebody else', () => {
    expect(people('Ann', 'Bob', 'Carol').other('Ann')).toBeNull()
    expect(people('Ann', 'Bob').other('Dave')).toBeNull()
  })
})

describe('who agrees to a task', () => {
  const findFrom = (...turns: readonly (readonly [string, string])[]) => {
    const [first, ...next] = splitTurns(['Ann', 'Somebody should send the labels to the depot.'], ...turns)
    if (first === undefined) throw new Error('The text has no sentence.')
    return findConsentingSpeaker(first, next)
  }

  it('is the next speaker, with words of consent', () => {
    expect(findFrom(['Ann', 'By Friday, I think.'], ['Bob', 'Sure, no problem at all.'])).toBe('Bob')
  })

  it('is nobody if the next speaker says something else, or nothing', () => {
    expect(findFrom(['Bob', 'How is the weather in your town?'], ['Carol', 'Sure, will do.'])).toBeNull()
    expect(findFrom(['Ann', 'Sure, I can do it.'])).toBeNull()
  })
})
