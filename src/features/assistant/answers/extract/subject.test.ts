import { describe, expect, it } from 'vitest'
import { splitWords } from '../../../../core/terms.ts'
import { createSubjectReader } from './subject.ts'

const NAMED = ['Greta Lindqvist', 'Tom Birkett']

function reads(text: string, said: string, named = NAMED.filter((name) => text.includes(name.split(' ')[0] ?? ''))) {
  const [speaker = '', sentence = ''] = said.split(': ')
  return createSubjectReader({ text, named })?.({ speaker, words: splitWords(sentence), text: sentence })
}

describe('the subject of a question with its verb', () => {
  it.each([
    ['What can Greta sign herself?', 'Greta Lindqvist: I can sign up to five hundred by myself.'],
    ['What can Greta sign herself?', 'Tom Birkett: Greta can only sign small orders.'],
    ['How much did Greta charge?', 'Greta Lindqvist: We never billed that, we priced it in.'],
    ['What does Greta bring?', 'Greta Lindqvist: I’ll bring rolls.'],
    ['What figure does Greta want?', "Greta Lindqvist: I'd really like one figure each month."],
    ['What did Greta and Tom sign?', 'Tom Birkett: I signed the order form.'],
  ])('is in the words of the speaker and of others: “%s” – “%s”', (question, said) => {
    expect(reads(question, said)).toBe(true)
  })

  it.each([
    ['What can Greta sign herself?', 'Tom Birkett: I can sign that.'],
    ['What can Greta sign herself?', 'Greta Lindqvist: The shops sign on paper.'],
    ['What can Greta sign herself?', 'Tom Birkett: Greta and the two planners have no time to sign.'],
  ])('isn’t another subject: “%s” – “%s”', (question, said) => {
    expect(reads(question, said)).toBe(false)
  })

  it.each(['What did Greta say about signing?', 'Who signed?', 'What did they say about Greta?'])(
    'isn’t looked for without such a verb: “%s”',
    (question) => {
      expect(reads(question, 'Greta Lindqvist: I signed.')).toBeUndefined()
    },
  )
})
