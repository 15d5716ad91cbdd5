import { describe, expect, it } from 'vitest'
import { isDisclaimed } from './disclaimers.ts'

const VALUE = '58 dollars'
const judge = (text: string, next?: string, previous?: string): boolean => {
  const from = text.indexOf(VALUE)
  const said = (words: string) => {
    const [, speaker = 'Ann', text = words] = /^(Bob): (.*)$/.exec(words) ?? []
    return { speaker, text }
  }
  return isDisclaimed(
    said(text),
    { from, to: from + VALUE.length },
    previous === undefined ? undefined : said(previous),
    next === undefined ? undefined : said(next),
  )
}

describe('a value is not asserted', () => {
  it.each([
    "It's not true that the price is 58 dollars.",
    'I really doubt that the price is 58 dollars.',
    'Nobody said that the price is 58 dollars.',
    'I wish the price was 58 dollars.',
    'Suppose the price is 58 dollars.',
    "I'm not sure if the price is 58 dollars.",
    'Their website promises that the price is 58 dollars.',
    'The other vendor claims that it is 58 dollars.',
    'Less than half of the people think that it is 58 dollars.',
    'They say the price is 58 dollars, which is wrong.',
    'Do you think that the price is 58 dollars?',
    "I don't think that the price is 58 dollars.",
    'The other vendor said: The price is 58 dollars.',
    'If legal agrees, the price is 58 dollars.',
    'The price is 58 dollars, but only if legal agrees.',
    'The price is 58 dollars, unless the audit fails.',
  ])('%s', (text) => {
    expect(judge(text)).toBe(true)
  })

  it.each([
    ['The price is 58 dollars.', 'Sorry, no, scratch that.'],
    ['The price is 58 dollars.', 'Just kidding.'],
    ['The price is 58 dollars.', "No, that's wrong."],
    ['The price is 58 dollars.', 'But only if legal agrees.'],
    ['The price is 58 dollars.', 'Unless the audit fails.'],
    ['So the price is 58 dollars?', 'Bob: Nope.'],
  ])('%s %s', (text, next) => {
    expect(judge(text, next)).toBe(true)
  })

  it('after a condition', () => {
    expect(judge('Then the price is 58 dollars.', undefined, 'If legal agrees.')).toBe(true)
  })

  it('in an announced quote', () => {
    expect(judge('The price is 58 dollars.', undefined, 'The other vendor said:')).toBe(true)
  })
})

describe('a value is asserted', () => {
  it.each([
    'The price is 58 dollars.',
    "We can't do June, but the price is 58 dollars.",
    "It isn't sixty; the price is 58 dollars.",
    "I don't see why it would matter: the price is 58 dollars.",
    'As I told you, the price is 58 dollars.',
  ])('%s', (text) => {
    expect(judge(text)).toBe(false)
  })

  it('whatever is said next about something else', () => {
    expect(judge('The price is 58 dollars.', 'No problem at all.')).toBe(false)
    expect(judge('So the price is 58 dollars?', 'Bob: Yes.')).toBe(false)
    expect(judge('The price is 58 dollars.', 'Actually, let me share my screen.')).toBe(false)
  })
})
