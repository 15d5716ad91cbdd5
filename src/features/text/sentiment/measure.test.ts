import { describe, expect, it } from 'vitest'
import { isEnglish } from './language.ts'
import { measureSentence } from './measure.ts'

describe('a sentence', () => {
  it.each([
    ['I am really happy with the new dashboard.', 'positive', ['happy']],
    ['The onboarding was a terrible experience for us.', 'negative', ['terrible']],
    ['We are not happy with the support.', 'negative', ['not happy']],
    ['The price is high, but the reports are fantastic for us.', 'positive', ['fantastic']],
    ['The team is amazing, but the setup is awful.', 'negative', ['awful']],
    ['The reports are fantastic for us, but the setup is awful.', 'negative', ['awful']],
  ])('%s is %s', (sentence, opinion, words) => {
    expect(measureSentence(sentence)).toEqual({ opinion, words })
  })

  it.each([
    ['is a question', 'Are you happy with the new dashboard?'],
    ['asks about a fault', 'Was the onboarding a terrible experience for them?'],
    ['is a formula', 'I am happy to send you the contract.'],
    ['acknowledges', 'Awesome, the meeting is on Monday then.'],
    ['is too short', 'Amazing.'],
    ['is thanks', 'Thanks, that sounds great to all of us.'],
    ['is a condition', 'I would be happy with a lower price.'],
    ['is about others', 'The customers of that market are happy people.'],
    ['is mixed', 'The editor is amazing and the search is awful.'],
    ['denies a fault', 'The search is not terrible in that version.'],
  ])('has no opinion if it %s: %s', (_, sentence) => {
    expect(measureSentence(sentence)).toBeUndefined()
  })
})

it('knows English from other languages', () => {
  expect(isEnglish(['We looked at the price and it was fine for all of us.'])).toBe(true)
  expect(isEnglish(['Wir haben uns den Preis angesehen, und er war in Ordnung für alle.'])).toBe(false)
  expect(isEnglish([''])).toBe(false)
})
