import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentText, type TranscriptSegment } from '../../../text/transcripts/index.ts'
import { type JudgedItem, judgeByRules, type Scale, toScoringTranscript } from './index.ts'
import { rangeIn } from './measured.ts'

const say = (name: string, text: string, internal?: boolean): TranscriptSegment => ({
  speaker: { name, ...(internal === undefined ? {} : { internal }) },
  start: null,
  end: null,
  words: [{ text, startTimestamp: null, endTimestamp: null }],
})
const talk = (...lines: [speaker: string, text: string][]) =>
  toScoringTranscript(lines.map(([name, text]) => say(name, text)))

const item = (title: string, scale: Partial<Scale> = {}): JudgedItem => ({
  ...{ id: 'item', title, weight: 1, expertPrompt: '' },
  scale: { min: 0, middle: 5, max: 10, minCriteria: 'No', middleCriteria: '', maxCriteria: 'Yes', ...scale },
})

const BOOKED = talk(
  ['Customer', 'I need a room in a hotel for two nights.'],
  ['Agent', 'The hotel has a room, should I book it?'],
  ['Customer', 'Yes please, that would be great, thank you.'],
  ['Agent', 'Your hotel room is booked now.'],
)
const FAILED = talk(
  ['Customer', 'Book me a room in a hotel. How many times do I have to ask? This is ridiculous! You are useless.'],
  ['Agent', 'I am sorry, but there is no room available at the hotel.'],
)
const SALE = talk(
  ['Agent', 'Good morning, my name is Ada, thank you for taking the time.'],
  ['Customer', 'Hello Ada.'],
  ['Agent', 'What budget do you have for this project?'],
  ['Agent', 'Who decides about the purchase on your side?'],
  [
    'Customer',
    'Around fifty thousand, and our director decides. I was confused by your website, what do you mean by seats?',
  ],
  ['Agent', 'I understand that the page is not clear. Our premium plan includes a three year warranty.'],
  ['Customer', 'Actually, let me try the basic plan.'],
  ['Agent', 'Thank you and have a great day.'],
)
const PROMISED = talk(
  ['Customer', 'Will you call me on Monday, if you have time?'],
  ['Agent', 'I will send you the contract, and we will talk about it on Tuesday.'],
)

describe('rules', () => {
  it.each([
    ['Did the assistant reserve your hotel?', BOOKED, 'max'],
    ['Did the assistant reserve your hotel?', FAILED, 'min'],
    ['Did the assistant reserve your flight?', BOOKED, undefined],
    ['Did the assistant stay calm and helpful throughout the dialogue?', BOOKED, undefined],
    ['Did the assistant stay calm and helpful throughout the dialogue?', FAILED, 'max'],
    ['Did the customer become aggressive or annoyed?', FAILED, 'max'],
    ['Did the customer become aggressive or annoyed?', BOOKED, 'min'],
    ['Customer was satisfied', BOOKED, 'max'],
    ['Customer was satisfied', FAILED, 'min'],
    ['Introduced themselves by name', SALE, 'max'],
    ['Introduced themselves by name', BOOKED, 'min'],
    ['Greeted the customer', SALE, 'max'],
    ['Thanked the customer', SALE, 'max'],
    ['Thanked the customer', BOOKED, 'min'],
    ['Asked about the budget', SALE, 'max'],
    ['Asked about the timeline', SALE, undefined],
    ['Mentioned the warranty', SALE, 'max'],
    ['Explained the onboarding', SALE, undefined],
    ['Did the customer seem confused?', SALE, 'max'],
    ['Did the customer change their mind?', SALE, 'max'],
    ['Showed empathy', SALE, 'max'],
    ['Never mentioned the warranty', SALE, 'min'],
    ['Agreed on a next step', SALE, undefined],
    ['Agreed on a next step', PROMISED, 'max'],
    ['Was a follow-up meeting set?', PROMISED, 'max'],
    ['Handled objections well', SALE, undefined],
    ['Built rapport', SALE, undefined],
    ['Explained the warranty in a friendly way', SALE, undefined],
    ['Calmed the annoyed customer down', FAILED, undefined],
    ['Thanked the customer for their loyalty', SALE, undefined],
    ['Apologized for the delay', FAILED, undefined],
  ] as const)('%s', (title, on, level) => {
    const judged = judgeByRules(item(title), on)
    expect(judged?.level).toBe(level)
    if (judged !== undefined) expect(judged.evidence.length).toBeGreaterThan(0)
  })

  it('find the level that means yes in its words, and leave open what they cannot tell', () => {
    const levelOf = (scale: Partial<Scale>) => judgeByRules(item('Mentioned the warranty', scale), SALE)?.level
    expect(levelOf({ minCriteria: 'Yes', maxCriteria: 'No' })).toBe('min')
    expect(levelOf({ minCriteria: '', maxCriteria: '' })).toBe('max')
    expect(levelOf({ minCriteria: 'The warranty was not mentioned', maxCriteria: 'The warranty was mentioned' })).toBe(
      'max',
    )
    expect(levelOf({ middleCriteria: 'Partly' })).toBe('max')
    expect(levelOf({ middleCriteria: 'The length of the warranty is missing' })).toBeUndefined()
    expect(levelOf({ maxCriteria: 'Compares the warranty with that of competitors in detail' })).toBeUndefined()
    expect(levelOf({ maxCriteria: 'Names the premium warranty' })).toBe('max')
  })

  it('leave open what the upper end asks for beyond the title', () => {
    const greeted = (maxCriteria: string) => judgeByRules(item('Greeted the customer', { maxCriteria }), SALE)?.level
    expect(greeted('The agent greeted the customer at the beginning')).toBe('max')
    expect(greeted('A warm greeting, and asked about their day')).toBeUndefined()
  })

  it('judge whoever the item is about', () => {
    expect(judgeByRules(item('Did the customer ask about seats?'), SALE)?.evidence[0]?.speaker).toBe('Customer')
    expect(judgeByRules(item('Did the assistant ask about seats?'), SALE)).toBeUndefined()
  })

  it('know the sides by what the transcript tells before they go by names', () => {
    const told = toScoringTranscript([say('Agent', 'What is your budget?', false), say('Eve', 'We have none.', true)])
    expect(told.sentences.map(({ side }) => side)).toEqual(['outside', 'inside'])
    const other = toScoringTranscript([say('Bob', 'What is your budget?', true), say('Eve', 'We have none.')])
    expect(other.sentences.map(({ side }) => side)).toEqual(['inside', 'outside'])
    const three = toScoringTranscript([say('Bob', 'Hello.', true), say('Eve', 'Hello.'), say('Kim', 'Hello.')])
    expect(three.sentences.map(({ side }) => side)).toEqual(['inside', undefined, undefined])
    expect(
      judgeByRules(item('Asked about the budget'), toScoringTranscript([say('', 'What is your budget?')])),
    ).toBeUndefined()
  })
})

describe('conduct', () => {
  const judge = (title: string, ...lines: [speaker: string, text: string][]) =>
    judgeByRules(item(title), talk(...lines))
  const ANNOYED = 'Did the customer become aggressive or annoyed?'

  it('needs more than one heated sentence', () => {
    const angry: [string, string] = ['Customer', 'This is ridiculous!']
    expect(judge(ANNOYED, ['Agent', 'Hello.'], angry)).toBeUndefined()
    expect(judge(ANNOYED, ['Agent', 'Hello.'], angry, angry, angry)?.level).toBe('max')
  })

  it('is more certain with more sentences', () => {
    const thanks: [string, string] = ['Agent', 'Thank you for the call.']
    const [few, many] = [1, 3].map((count) =>
      judge('Was polite', ['Customer', 'Hello.'], ...Array.from({ length: count }, () => thanks)),
    )
    expect(many?.confidence).toBeGreaterThan(few?.confidence ?? 1)
  })
})

describe('outcomes', () => {
  const BOOKING = 'Did the assistant reserve your hotel?'
  const WISH: [string, string] = ['Customer', 'I need a room in a hotel.']
  const judge = (...lines: [speaker: string, text: string][]) =>
    judgeByRules(item(BOOKING), talk(WISH, ...lines))?.level

  it('are not offers, nor what customers report', () => {
    expect(judge(['Agent', 'If you want, the hotel room is booked in a minute.'])).toBeUndefined()
    expect(judge(['Agent', 'I see.'], ['Customer', 'My hotel room is booked now.'])).toBeUndefined()
  })

  it('are the last ones', () => {
    const failed: [string, string] = ['Agent', 'The hotel room is not available.']
    const booked: [string, string] = ['Agent', 'Your hotel room is booked now.']
    expect([judge(failed, booked), judge(booked, failed)]).toEqual(['max', 'min'])
  })
})

describe('measures', () => {
  const COUNTED = { minCriteria: 'None or one', middleCriteria: 'Two', maxCriteria: 'At least 3' }
  it.each([
    ['Asked open questions', SALE, COUNTED, 'middle', '2 open questions'],
    ['Asked questions', SALE, { ...COUNTED, middleCriteria: '2 or 3', maxCriteria: 'At least 2' }, undefined, ''],
    ['Asked questions', SALE, { minCriteria: 'less than 2', maxCriteria: '2 or more' }, 'max', '2 questions'],
    ['Asked questions about the budget', SALE, COUNTED, undefined, ''],
    ['Asked questions to uncover pain points', SALE, COUNTED, undefined, ''],
    [
      'Talk time of the agent',
      SALE,
      { minCriteria: 'over 80 %', middleCriteria: '60–80 %', maxCriteria: 'under 60 %' },
      'middle',
      '%',
    ],
    ['Talk time of the agent', SALE, { minCriteria: 'too much', maxCriteria: 'balanced' }, undefined, ''],
  ] as const)('%s (%#)', (title, on, scale, level, why) => {
    const judged = judgeByRules(item(title, scale), on)
    expect(judged?.level).toBe(level)
    if (judged !== undefined) expect(judged).toMatchObject({ why: expect.stringContaining(why), measured: true })
  })

  it('count the words of both sides, and are less certain near a limit', () => {
    const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`
    const judge = (scale: Partial<Scale>) =>
      judgeByRules(
        item('Talk time of the agent', { middleCriteria: '', ...scale }),
        talk(['Agent', words(20)], ['Customer', words(20)], ['Somebody', words(60)]),
      )
    const clear = judge({ minCriteria: 'over 80 %', maxCriteria: 'under 80 %' })
    expect(clear).toMatchObject({ level: 'max', why: expect.stringContaining('50%') })
    const close = judge({ minCriteria: 'over 51 %', maxCriteria: 'under 51 %' })
    expect(close?.level).toBe('max')
    expect(close?.confidence).toBeLessThan(clear?.confidence ?? 0)
    expect(judge({ minCriteria: 'up to 50 %', maxCriteria: 'more than 50 %' })?.level).toBe('min')
  })

  it.each([
    ['at least three', 'count', [3, Number.POSITIVE_INFINITY]],
    ['more than 70 %', 'percent', [70, 100]],
    ['between 40 and 60 percent', 'percent', [40, 60]],
    ['up to two', 'count', [0, 2]],
    ['fewer than 2', 'count', [0, 2]],
    ['no questions', 'count', [0, 0]],
    ['5+', 'count', [5, Number.POSITIVE_INFINITY]],
  ] as const)('reads “%s”', (words, unit, [from, to]) => {
    const range = rangeIn(words, unit)
    expect(range?.from).toBeCloseTo(from, 6)
    if (Number.isFinite(to)) expect(range?.to).toBeCloseTo(to, 6)
    else expect(range?.to).toBe(to)
  })

  it('reads no number where there is none', () => {
    for (const words of ['', 'often', 'someone asked']) expect(rangeIn(words, 'count')).toBeUndefined()
  })
})

it('quote what was said, whatever that was', () => {
  const TITLES = ['Asked about the budget', 'Greeted the customer', 'Did the agent book the hotel?', 'Was polite']
  const line = fc.tuple(
    fc.constantFrom('Agent', 'Customer', ''),
    fc.array(fc.constantFrom('budget', 'hello', 'booked', 'is', 'thanks', 'hotel', 'sorry', '?', '!!', 'the'), {
      maxLength: 8,
    }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom(...TITLES), (lines, title) => {
      const segments = lines.map(([name, words]) => say(name, words.join(' ')))
      const judged = judgeByRules(item(title), toScoringTranscript(segments))
      for (const { segment, quote } of judged?.evidence ?? []) {
        // A sentence of several lines is one quote.
        expect(segments.slice(segment).map(segmentText).join(' ')).toContain(quote)
      }
    }),
  )
})
