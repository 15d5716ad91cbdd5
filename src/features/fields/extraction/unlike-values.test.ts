import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { extractFields } from './extract.ts'
import type { ExtractionField } from './model.ts'

const field = (title: string, prompt: string): ExtractionField => ({
  ...{ id: title, title, prompt, responseType: 'number', options: [], maxValues: null, allowLongResponse: false },
})
const VEHICLES = field('Vehicles', 'How many vehicles, trucks or vans does the customer have?')
const BUDGET = field('Budget', 'Which budget in dollars does the customer have?')

const extractedValue = (one: ExtractionField, ...texts: string[]) => {
  const segments = texts.map((text, at) => ({
    ...{ speaker: { name: at % 2 === 0 ? 'Ann' : 'Bob' }, start: at * 4, end: at * 4 + 3 },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  return extractFields({ segments, saidOn: null }, [one])[0]?.value
}

describe('the difference of two quantities', () => {
  it.each([
    'Four vans less.',
    'So four vehicles fewer than last year.',
    'Four more vehicles.',
    'Another four vehicles.',
    'We reduced our vehicles by four.',
    'An additional four vehicles.',
  ])('is no quantity: %s', (text) => {
    expect(extractedValue(VEHICLES, 'How many vehicles do you have?', text)).toBeUndefined()
  })

  it.each([
    'Forty vehicles, more or less.',
    'We have forty vehicles.',
    'Forty vehicles or more.',
    'More than forty vehicles.',
  ])('isn’t %s', (text) => {
    expect(extractedValue(VEHICLES, 'How many vehicles do you have?', text)).toBe(40)
  })

  it('is a value of a field that requests it', () => {
    const more = field('Additional vehicles', 'How many more vehicles does the customer need?')
    expect(extractedValue(more, 'How many more vehicles do you need?', 'Four more vehicles.')).toBe(4)
  })
})

describe('the price of one thing', () => {
  it('is no budget', () => {
    expect(
      extractedValue(BUDGET, 'What is your budget?', 'The budget is thirty-six dollars a vehicle.'),
    ).toBeUndefined()
    expect(extractedValue(BUDGET, 'What is your budget?', 'The budget is forty thousand dollars a year.')).toBe(40_000)
  })

  it.each([
    ["A cart's two hundred and twenty dollars.", undefined],
    ['One new license costs about ninety dollars.', undefined],
    ['A realistic budget is ninety dollars.', 90],
    ['Our budget is ninety dollars.', 90],
  ])('can be stated before it: %s', (text, value) => {
    expect(extractedValue(BUDGET, 'What is your budget?', text)).toBe(value)
  })

  it('is recognized in time proportional to the length', () => {
    const words = (size: number) => `${'a thing '.repeat(size)}is nine dollars.`
    expectNoSquare(20_000, (size) => {
      extractedValue(BUDGET, 'What is your budget?', words(size))
    })
  })

  it('is a value of a field that requests it', () => {
    const price = field('Price per vehicle', 'Which price in dollars per vehicle was offered?')
    expect(extractedValue(price, 'What is the price?', 'The price is thirty-six dollars a vehicle.')).toBe(36)
  })
})
