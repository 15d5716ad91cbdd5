import { describe, expect, it } from 'vitest'
import { splitTranscriptSentences } from '../extractive-summary/index.ts'
import { type StatementCue, scoreSentence } from './index.ts'

/** Score of the only sentence of a text. */
function score(text: string, cue: StatementCue, internal?: boolean): number {
  const [sentence, ...more] = splitTranscriptSentences({
    lines: [{ segment: 0, speaker: 'Carla', start: 0, end: 10, text }],
  })
  if (sentence === undefined || more.length > 0) throw new Error(`The text isn't one sentence: ${text}`)
  return scoreSentence(sentence, cue, internal)
}

/** A statement for each cue, and the side that says it. */
const STATEMENTS: readonly (readonly [StatementCue, 'outside' | 'inside' | 'both', string])[] = [
  ['needs', 'outside', 'Our drivers struggle with the paper lists every single morning.'],
  ['goals', 'outside', 'We want to cut the planning time of the depot in half.'],
  ['offer', 'inside', 'We can include the onboarding of all drivers in the pilot.'],
  ['price', 'both', 'Last year the scanners in the depot amounted to $9,000 altogether.'],
  ['timing', 'both', 'The new depot in Lyon opens its gates by the end of March.'],
  ['worries', 'outside', 'Honestly, the yearly license is too expensive for our depot.'],
  ['praise', 'outside', 'My dispatchers really like the map of the morning tours.'],
  ['complaints', 'outside', 'Since Monday the scanners are slow, and the labels never arrived.'],
  ['pushback', 'outside', 'We already have an offer of another vendor at thirty dollars.'],
  ['causes', 'outside', 'Because a supplier lost three hundred documents that we need.'],
  ['reasons', 'outside', 'Our board chose another vendor, because their scanners work offline.'],
]

describe('does', () => {
  it.each(STATEMENTS)('scores a statement of the cue %s by its side', (cue, side, text) => {
    expect(score(text, cue)).toBeGreaterThan(2)
    expect(score(text, cue, false) > 0).toBe(side !== 'inside')
    expect(score(text, cue, true) > 0).toBe(side !== 'outside')
  })

  it.each([
    ['The budget of the depot is frozen until the next fiscal year.'],
    ['Our lawyers have a problem with the liability clause of the contract.'],
    ['I am not convinced that the scanners survive a winter in the yard.'],
    ['Legal put the order on hold until the audit of the warehouse.'],
  ])('recognizes the worry in: %s', (text) => {
    expect(score(text, 'worries', false)).toBeGreaterThan(2)
  })

  it.each([
    'The license is a lot of money for a small depot like ours.',
    'I cannot justify such a sum to my board this year.',
    'Is there any discount if we sign for two years?',
    'That would be above our budget for the whole fleet.',
    'The other one is cheaper by ten dollars a vehicle.',
  ])('recognizes the objection to a price in: %s', (text) => {
    expect(score(text, 'pushback', false)).toBeGreaterThan(0)
    expect(score(text, 'pushback', true)).toBe(0)
  })

  it.each([
    'Your offer says sixty vehicles at fifty-eight dollars, less eight percent.',
    'The price list of the depot may change at the turn of the year.',
    'In the evening I go down, and the van is loaded by ten.',
    'It is not too expensive for what our drivers get out of it.',
  ])('recognizes no objection to a price in: %s', (text) => {
    expect(score(text, 'pushback', false)).toBe(0)
  })

  it.each([
    'It is very good for your business case, so do not be sorry.',
    'She will be better than me in a month or two.',
    'So in the first year it is what I want, in the second what you want.',
    'The map of the morning tours is not very helpful for my drivers.',
    'I would love the map if it had all of our tours.',
  ])('recognizes no praise in: %s', (text) => {
    expect(score(text, 'praise', false)).toBe(0)
  })

  it.each([
    'That is really not a problem for the drivers, and never was one.',
    'Please show me what is wrong with the label.',
    'Backups, who has access to them, and what happens when we leave.',
  ])('recognizes no complaint in: %s', (text) => {
    expect(score(text, 'complaints', false)).toBe(0)
  })

  it('needs two weak signs, or a strong one', () => {
    expect(score('Our warehouse has a security department with nine people.', 'worries')).toBe(0)
    expect(score('Our security department wants an audit of the warehouse.', 'worries')).toBeGreaterThan(0)
  })

  it('scores more signs higher, up to two of each strength', () => {
    const one = score('The scanners of the depot are too expensive for the drivers.', 'worries')
    const two = score('The scanners of the depot are too expensive and risky for drivers.', 'worries')
    const four = score('The risky scanners are too expensive and too complicated, and I am worried.', 'worries')
    expect(two).toBeGreaterThan(one)
    expect(four - one).toBeLessThan(2 * 2)
  })

  it('scores a sentence lower that depends on the previous one', () => {
    const alone = score('Your scanners are too expensive for a depot of our size.', 'worries')
    const leaning = score('They sadly are too expensive for a depot of our size.', 'worries')
    expect(leaning).toBeGreaterThan(0)
    expect(leaning).toBeLessThan(alone)
  })
})

describe('refuses', () => {
  it.each([
    ['a question', 'Are you worried about the price of the scanners in the depot?'],
    ['six words', 'I am worried about the price.'],
    ['46 words', `I am worried ${'about the depot and '.repeat(10)}about the price.`],
    ['another language', 'Wir machen uns große Sorgen wegen der hohen Kosten im Lager.'],
    ['a statement of another cue', 'Our dispatchers love the map of the morning tours in Lyon.'],
  ])('%s', (_, text) => {
    expect(score(text, 'worries')).toBe(0)
  })

  it('no sentence of seven words, and none of 45', () => {
    expect(score('I am worried about the depot costs.', 'worries')).toBeGreaterThan(0)
    expect(
      score(`I am worried about the price ${'and about the depot '.repeat(9)}today, Bob.`, 'worries'),
    ).toBeGreaterThan(0)
  })
})
