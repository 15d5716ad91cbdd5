import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { readRate, readRequestedValue, statesReduction } from './requested-value.ts'

describe('a question about an amount', () => {
  it('requests money if it is about a price', () => {
    const statesPrice = readRequestedValue('How much does the Complete plan cost?')
    expect(statesPrice?.('It’s in Complete, the fifty-eight dollar plan.')).toBe(true)
    expect(statesPrice?.('That’s $58 a vehicle.')).toBe(true)
    expect(statesPrice?.('If your plan sends fish to the wrong place, that’s more than sixty-five thousand.')).toBe(
      false,
    )
    expect(statesPrice?.('And the onboarding once, seven and a half thousand.')).toBe(true)
    expect(statesPrice?.('That’s fifty-three thirty-six a vehicle.')).toBe(true)
    expect(statesPrice?.('We have thirty-eight thousand orders a year.')).toBe(false)
    expect(statesPrice?.('We have to talk about what Complete costs us.')).toBe(false)
  })

  it('requests a number of the counted thing', () => {
    const statesCount = readRequestedValue('How many deliveries lost their proof?')
    expect(statesCount?.('We’ve got three hundred and twelve deliveries without a proof.')).toBe(true)
    expect(statesCount?.('There were 12 late deliveries.')).toBe(true)
    expect(statesCount?.('It’s in the app since four point two, and it loses a delivery’s proof.')).toBe(false)
  })

  it.each<[question: string, stated: string, other: string]>([
    ['How long does the export take?', 'Three and a half hours for all depots.', 'There were three people.'],
    ['How quick is support?', 'A person answers within 15 minutes.', 'We answer quickly.'],
    ['Which version fixed it?', 'The fix is in four point two point three.', 'Four of them lost proofs.'],
    ['What version do you use?', 'We are on 4.2 now.', 'We are on 42 phones.'],
    ['How many requests per second are allowed?', 'It is twenty a second.', 'We had forty requests and two seconds.'],
    ['How many drivers use it?', 'It is used by half of all drivers.', 'The half hour is over.'],
    ['How soon can you start?', 'In two to three weeks.', 'In about forty dollars.'],
    ['How much time does it take?', 'Half a day.', 'It takes sixty dollars.'],
    ['How often do you plan?', 'We plan every night.', 'We plan forty tours.'],
    ['How old can a phone be?', 'The last seven years or so.', 'Seven phones.'],
    ['How far is the depot?', 'About twelve miles.', 'About twelve minutes.'],
    ['How much discount can she give?', 'Up to fifteen percent.', 'That’s forty dollars and sixty cents.'],
    ['How much were sales down?', 'Sales were down 0.9% in the quarter.', 'Sales were down in nine stores.'],
    ['How much did it grow?', 'It grew by $12 million.', 'It grew in nine stores.'],
    ['How much did they spend on signs?', 'We spent $40 on signs.', 'We spent 40% less.'],
    ['What percentage was late?', '9.1% were late.', 'Nine trucks were late.'],
  ])('requests a value of its kind: “%s”', (question, stated, other) => {
    expect([stated, other].map((text) => readRequestedValue(question)?.(text))).toEqual([true, false])
  })

  it.each([
    ['final price per truck', 'A price of forty-six dollars a vehicle.', 'Forty-six dollars for the onboarding.'],
    ['How many texts are included per vehicle?', 'Forty per vehicle are included.', 'Forty texts were late.'],
    ['What do we charge for each user?', 'It is 12 dollars per seat.', 'It is 12 dollars a month.'],
    ['earnings per share', 'Earnings per share were 56 cents, or $0.56.', 'We bought back 56 shares.'],
    ['What does a call cost per minute?', 'Three cents a minute.', 'Three cents a message.'],
  ])('requests an amount for a thing, by any word for it: “%s”', (question, stated, other) => {
    expect([stated, other].map((text) => readRate(question)?.states(text))).toEqual([true, false])
  })

  it('can be about a discount, which sentences state without that word', () => {
    expect(statesReduction('discount', 'Another five percent off.')).toBe(true)
    expect(statesReduction('discount', 'Five percent were late.')).toBe(false)
    expect(statesReduction('truck', 'Another five percent off.')).toBe(false)
  })

  it('requests nothing special otherwise', () => {
    expect(readRequestedValue('Who called?')).toBeUndefined()
    expect(readRate('What does it cost?')).toBeUndefined()
  })

  it('is looked for in linear time', () => {
    for (const question of ['how long', 'how much', 'how often', 'how much discount', 'how many trucks']) {
      const states = readRequestedValue(question)
      for (const part of ['a ', 'one ', 'hundred and ', '1,', '9 ', 'x', 'two-'])
        expectNoSquare(40_000, (size) => states?.(part.repeat(size)))
    }
    const rate = readRate('price per truck')
    for (const part of ['one ', '9 ', 'a per ', 'x', 'per truck '])
      expectNoSquare(40_000, (size) => rate?.states(part.repeat(size)))
  })
})
