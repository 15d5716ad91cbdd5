import { describe, expect, it } from 'vitest'
import { classifyQuestion, readRequestedValue } from './kind.ts'

describe('a question about an amount', () => {
  it.each(['What does Complete cost?', 'What do customers pay for it?', 'How much is the setup?'])(
    'is recognized: “%s”',
    (question) => {
      expect(classifyQuestion(question)).toBe('amount')
    },
  )

  it('requests money if it is about a price', () => {
    const statesPrice = readRequestedValue('How much does the Complete plan cost?')
    expect(statesPrice?.('It’s in Complete, the fifty-eight dollar plan.')).toBe(true)
    expect(statesPrice?.('That’s $58 a vehicle.')).toBe(true)
    expect(statesPrice?.('If your plan sends fish to the wrong place, that’s more than sixty-five thousand.')).toBe(
      false,
    )
    expect(statesPrice?.('We have to talk about what Complete costs us.')).toBe(false)
  })

  it('requests a number of the counted thing', () => {
    const statesCount = readRequestedValue('How many deliveries lost their proof?')
    expect(statesCount?.('We’ve got three hundred and twelve deliveries without a proof.')).toBe(true)
    expect(statesCount?.('There were 12 late deliveries.')).toBe(true)
    expect(statesCount?.('It’s in the app since four point two, and it loses a delivery’s proof.')).toBe(false)
  })

  it('requests nothing special otherwise', () => {
    expect(readRequestedValue('Who called?')).toBeUndefined()
  })
})
