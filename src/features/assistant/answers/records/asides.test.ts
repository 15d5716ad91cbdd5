import { describe, expect, it } from 'vitest'
import { omitAsides } from './asides.ts'

describe('asides', () => {
  it.each([
    ['i need to know who decides at Harbor', 'who decides at Harbor'],
    ['Hey, do you know when the call was?', 'when the call was?'],
    ['Quick question: can you tell me what was decided?', 'what was decided?'],
    ['dont remember, when do we meet next?', 'when do we meet next?'],
    ['How much discount can Priya give on her own?', 'How much discount can Priya give?'],
    ['What can Greta sign by herself', 'What can Greta sign'],
    ['What did Ann say? I forgot.', 'What did Ann say?'],
    ['Hello! What is open? Thanks in advance!', 'What is open?'],
  ])('are omitted from “%s”', (question, expected) => {
    expect(omitAsides(question)).toBe(expected)
  })

  it.each([
    'What do I need to know before the call?',
    'Tell me about Harbor.',
    'Did they say thanks? Who was it?',
    'I forgot.',
    'Can you see if it works?',
    'What did Ann say? It is for the board.',
  ])('don’t shorten “%s”', (question) => {
    expect(omitAsides(question)).toBe(question)
  })
})
