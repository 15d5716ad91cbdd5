import { describe, expect, it } from 'vitest'
import { classifyQuestion } from './kind.ts'

describe('a question about an amount', () => {
  it.each([
    'What does Complete cost?',
    'What do customers pay for it?',
    'How much is the setup?',
    'How quick is support?',
    'What is the penalty per lost proof?',
    'final price per truck',
    'What is Harbor’s final price per truck?',
    'What is the API rate limit?',
    'What’s the discount for two years?',
    'discount for signing two years',
    'api rate limit',
  ])('is recognized: “%s”', (question) => {
    expect(classifyQuestion(question)).toBe('amount')
  })
})

it.each([
  'price list',
  'complaints about the price of trucks',
  'Is there a limit for messages?',
  'Summarize the discussion about prices',
  'list the prices',
])('isn’t about an amount only because of a word: “%s”', (question) =>
  expect(classifyQuestion(question)).not.toBe('amount'),
)

describe('a question about nothing specific', () => {
  it.each(['What was decided?', 'Summarize the call', 'What did they discuss?'])(
    'is about everything: “%s”',
    (text) => {
      expect(classifyQuestion(text)).toBe('whole')
    },
  )

  it.each([
    ['Who decides?', 'who'],
    ['when do they decide', 'when'],
    ['where is the meeting', 'open'],
  ])('isn’t about everything if it asks for a person, a time or a place: “%s”', (text, kind) => {
    expect(classifyQuestion(text)).toBe(kind)
  })
})
