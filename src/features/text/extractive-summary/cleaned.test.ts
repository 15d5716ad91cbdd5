import { describe, expect, it } from 'vitest'
import { cleanSentence } from './cleaned.ts'

describe('a sentence that its speaker starts again', () => {
  it.each([
    ['We are going to sell we want to sell the server.', 'We want to sell the server.'],
    ['We need to yeah, we need to replace the server.', 'We need to replace the server.'],
  ])('loses the false start of “%s”', (said, text) => expect(cleanSentence(said)).toBe(text))

  it.each([
    'We cannot deliver we can deliver the doors in June.',
    "We can't ship we ship the doors in June.",
    'We hardly use we will use the report in June.',
    'We never sell we want to sell the server.',
    'When we sell the server we sell the support.',
  ])('keeps the denial or condition of “%s”', (said) => expect(cleanSentence(said)).toBe(said))

  it.each([
    ['The constant is based on, max safety decay.', 'The constant is based on max safety decay.'],
    ['The storage is… none for the sponsor.', 'The storage is none for the sponsor.'],
    ['Mr. Chair, the fund helps small stores.', 'The fund helps small stores.'],
    ['Madam Speaker, Mr. Chair, the fund helps.', 'The fund helps.'],
  ])('loses the pause or the address of “%s”', (said, text) => expect(cleanSentence(said)).toBe(text))

  it.each([
    'The problem is that, if it rains, the doors stay shut.',
    'The doors are, of course, shut.',
    'The trouble is, we sell no doors.',
    'The chair, the table and the doors are new.',
  ])('keeps the commas of “%s”', (said) => expect(cleanSentence(said)).toBe(said))
})
