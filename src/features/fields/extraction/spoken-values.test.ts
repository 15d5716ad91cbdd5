/** Numbers and days as they are said. */
import { describe, expect, it } from 'vitest'
import { detectAnswerPolarity } from '../../text/sentences/index.ts'
import { findDates } from './dates.ts'
import { findNumberSpans, numbersIn } from './numbers.ts'
import { toTranscriptView } from './transcript-view.ts'

const turnOf = (text: string) =>
  toTranscriptView({
    segments: [
      { speaker: { name: 'Ann' }, start: null, end: null, words: [{ text, startTimestamp: null, endTimestamp: null }] },
    ],
    saidOn: null,
  }).turns[0] ?? { text: '', tokens: [] }

describe('numbers', () => {
  it.each<[string, number[]]>([
    ['We need 60 seats.', [60]],
    ['1,200 or 3,400,000', [1_200, 3_400_000]],
    ['.25 and 0.5', [0.25, 0.5]],
    ['2.5k, 3 million, 1.5bn', [2_500, 3e6, 1.5e9]],
    ['sixty', [60]],
    ['twenty five thousand', [25_000]],
    ['two hundred and fifty thousand', [250_000]],
    ['three million two hundred thousand', [3_200_000]],
    ['a hundred people', [100]],
    ['a hundred and seventeen vehicles', [117]],
    ['the third quarter, the 4th floor', [3, 4]],
    ['four two seven', [4, 2, 7]],
    ['version 1.2.3 of 2020-05-04', []],
    ['room A12', []],
  ])('%s', (text, values) => {
    expect(findNumberSpans(turnOf(text)).map(({ value }) => value)).toEqual(values)
  })

  it('that only count a place are marked', () => {
    const marks = findNumberSpans(turnOf('the third quarter, the 4th floor, and five seats'))
    expect(marks.map(({ value, ordinal }) => [value, ordinal])).toEqual([
      [3, true],
      [4, true],
      [5, false],
    ])
  })

  it('stand where they were said', () => {
    const text = 'So two hundred and fifty, or 1,200.'
    expect(findNumberSpans(turnOf(text)).map(({ from, to }) => text.slice(from, to))).toEqual([
      'two hundred and fifty',
      '1,200',
    ])
  })

  it('are also in a text that was quoted, cents in their own unit', () => {
    expect(numbersIn('I can give 10 cents').has(0.1)).toBe(true)
    expect(numbersIn('sixty scanners').has(60)).toBe(true)
    expect(numbersIn('sixty scanners').has(61)).toBe(false)
  })
})

describe('days', () => {
  const THURSDAY = new Date('2026-04-16T22:00:00Z')
  it.each<[string, (string | null)[]]>([
    ['on 2026-05-01', ['2026-05-01']],
    ['by Friday', ['2026-04-17']],
    ['last Monday and yesterday', ['2026-04-13', '2026-04-15']],
    ['today, tomorrow, the day after tomorrow', ['2026-04-16', '2026-04-17', '2026-04-18']],
    ['from May 10th to the 22nd', ['2026-05-10', '2026-05-22']],
    ['7th-20th of June', ['2026-06-07', '2026-06-20']],
    ['in two weeks', ['2026-04-30']],
    ['15/09/1940', ['1940-09-15']],
    ['9/15/1940', ['1940-09-15']],
    // Words that leave a choice, and days there are not.
    ['06/08/1985', [null]],
    ['31/06/1996', [null]],
    ['next Friday', [null]],
    ['5th and Main', []],
    ['I may go, one second', []],
  ])('%s', (text, days) => {
    expect(findDates(text, THURSDAY).map(({ day }) => day)).toEqual(days)
  })

  it('are known by their weekday even where nobody knows which they are', () => {
    expect(findDates('on Friday', null)).toMatchObject([{ day: null, weekday: 5 }])
    expect(findDates('tomorrow', null)).toMatchObject([{ day: null, weekday: null }])
  })
})

describe('an answer', () => {
  it.each<[string, boolean | undefined]>([
    ['Yes, we have two of them.', true],
    ['Oh, well, actually, yes.', true],
    ['- Um, sorry, no.', false],
    ['No problem, I will send it.', undefined],
    ['So, I am not sure.', undefined],
    ['Bananas are yellow.', undefined],
  ])('%s', (text, value) => expect(detectAnswerPolarity(text)).toBe(value))

  it('is found in no time by whoever stumbles over it', () => {
    expect(detectAnswerPolarity(`${'so, '.repeat(45)}bananas`)).toBe(undefined)
    expect(detectAnswerPolarity(`${'um, '.repeat(45)}yes`)).toBe(true)
  })
})
