/** Decisions, action items, questions and due dates: what English does by saying it, and what only looks like it. */
import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import type { TranscriptSegment } from '../transcripts/index.ts'
import { extractActionItems } from './action-items.ts'
import { cleanSentence } from './cleaned.ts'
import { extractDecisions } from './decisions.ts'
import { dueIn } from './due-dates.ts'
import { extractOpenQuestions } from './open-questions.ts'
import { createPeopleLookup } from './owners.ts'
import { splitTranscriptSentences } from './sentences.ts'

type Turn = readonly [speaker: string, text: string]
const sentences = (...turns: readonly Turn[]) =>
  splitTranscriptSentences(
    cutTranscript(
      turns.map(
        ([name, text]): TranscriptSegment => ({
          speaker: { name },
          start: null,
          end: null,
          words: [{ text, startTimestamp: null, endTimestamp: null }],
        }),
      ),
    ),
  )

/** A Thursday. */
const THURSDAY = new Date('2026-04-16T23:30:00Z')
const itemsOf = (names: readonly string[], ...turns: readonly Turn[]) =>
  extractActionItems(sentences(...turns), createPeopleLookup(names.map((name) => ({ name, email: null }))), THURSDAY)

describe('decisions', () => {
  it.each([
    'We decided to launch the pilot in Rotterdam.',
    "Okay, so we've agreed on the yellow housing.",
    "Let's go with the three year warranty.",
    'The motion was carried.',
    'Our decision is to drop the second supplier.',
    'We will go ahead with the smaller budget, rather than the big one.',
  ])('%s', (text) => {
    expect(extractDecisions(sentences(['Ann', text]))).toHaveLength(1)
  })

  it.each([
    'Have we decided to launch the pilot in Rotterdam?',
    'If we decided to launch the pilot, that would cost more.',
    'We have not decided about the yellow housing.',
    "Let's see how the warehouse does it.",
    'The decision tree of the software has forty nodes.',
    "Let's say the battery holds for two days.",
    'We are committed to keeping our neighbors safe.',
    'We all agree that the warehouse is extremely important.',
    'Our plan is that the market is going to be weak.',
    'So the layout stays the same as in the older model.',
    'The plan was to keep the old supplier.',
  ])('not: %s', (text) => {
    expect(extractDecisions(sentences(['Ann', text]))).toEqual([])
  })

  it('that name a choice only include the proposal', () => {
    const found = extractDecisions(
      sentences(['Ann', 'Should Agatha train the night shift?'], ['Bob', 'Agatha it is then.'], ['Ann', 'Great.']),
    )
    expect(found.map(({ text }) => text)).toEqual([expect.stringContaining('Should Agatha train the night shift?')])
  })

  it('are told once, however often they are repeated', () => {
    const said = sentences(
      ['Ann', 'We decided to launch the pilot in Rotterdam.'],
      ['Bob', 'So we agreed to launch the Rotterdam pilot.'],
    )
    expect(extractDecisions(said)).toHaveLength(1)
  })
})

describe('action items', () => {
  it('are of who promises them', () => {
    expect(itemsOf(['Ann', 'Bob'], ['Ann', "I'll send the offer to the customer by Friday."])).toMatchObject([
      { owner: { name: 'Ann' }, due: 'by Friday', dueDate: '2026-04-17' },
    ])
  })

  it('are of who is asked by name, also by the first one', () => {
    const names = ['Ann Smith | Acme', 'Bob Jones', 'Carol']
    expect(
      itemsOf(
        names,
        ['Carol', 'Bob, could you review the contract draft?'],
        ['Carol', 'And Ann will prepare the slides by Monday.'],
      ),
    ).toMatchObject([{ owner: { name: 'Bob Jones' } }, { owner: { name: 'Ann Smith | Acme' }, dueDate: '2026-04-20' }])
  })

  it('are of who says yes, or of the other one where there are two', () => {
    const asked: Turn = ['Carol', 'Could you send me the contract draft by tomorrow?']
    expect(itemsOf(['Ann', 'Bob', 'Carol'], asked, ['Ann', 'Sure, will do.'])).toMatchObject([
      { owner: { name: 'Ann' } },
    ])
    expect(itemsOf(['Carol', 'Bob'], asked)).toMatchObject([{ owner: { name: 'Bob' } }])
  })

  it('are of the person whose act the sentence names', () => {
    const names = ['Ann', 'Bob', 'Carol']
    const said = "Bob writes that page and you'll have it by the end of next week."
    expect(itemsOf(names, ['Carol', said], ['Ann', 'Okay, thank you.'])).toMatchObject([{ owner: { name: 'Bob' } }])
  })

  it('include the question that a pronoun refers to, and no part of it', () => {
    const [item] = itemsOf(
      ['Ann', 'Bob'],
      ['Ann', 'Should I book the training with Agatha? So that you lose no week?'],
      ['Bob', 'Yes, book the training.'],
      ['Ann', "I'll send you that tomorrow."],
    )
    expect(item?.text).toBe("Should I book the training with Agatha? – I'll send you that tomorrow.")
  })

  it.each([
    "Today I'd like to talk about the pilot for your north depot.",
    'Today I want to walk you through the offer.',
    "In this call I'd like to understand how you plan your routes.",
    "Today I'll introduce you to our new interface.",
    "Today you'll get to see the planner.",
  ])('are not what the call is about: %s', (said) => {
    expect(itemsOf(['Ann', 'Bob'], ['Ann', said], ['Bob', 'Yes, we have twelve vans.'])).toEqual([])
  })

  it.each(["Today I'll send you the offer.", "I'll look at the contract today and send you my comments."])(
    'can be for today: %s',
    (said) => {
      expect(itemsOf(['Ann', 'Bob'], ['Ann', said])).toMatchObject([{ text: said, dueDate: '2026-04-16' }])
    },
  )

  it.each<[string, string | undefined, string | null]>([
    ["I'll send it this afternoon.", "I'll send it this afternoon.", '2026-04-16'],
    ["You'll have it on Friday morning.", "You'll have it on Friday morning.", '2026-04-17'],
    ["That's going to be done by Friday, and I'll check it myself.", "That's going to be done", '2026-04-17'],
    ["I'll come to the canteen on Friday and bring the plan.", "I'll come to the canteen", '2026-04-17'],
    ["I'll send it.", undefined, null],
    ["You'll have it.", undefined, null],
    ["I'll come to that.", undefined, null],
    ["Five by lot and you'll get Gerry.", undefined, null],
    ["You'll get to see it on Friday.", undefined, null],
  ])('are promises with a day, also without a name for the thing: %s', (text, item, date) => {
    const items = itemsOf(['Ann', 'Bob'], ['Ann', 'Mm-hmm.'], ['Bob', text])
    const expected = item === undefined ? [] : [[expect.stringContaining(item), 'Bob', date]]
    expect(items.map((one) => [one.text, one.owner?.name, one.dueDate])).toEqual(expected)
  })

  it('are of nobody where nobody is named, or two are who share it', () => {
    const asked: Turn = ['Carol', 'Could someone send the contract draft by tomorrow?']
    expect(itemsOf(['Ann', 'Bob', 'Carol'], asked)).toMatchObject([{ owner: null, dueDate: '2026-04-17' }])
    expect(
      itemsOf(['Ann Smith', 'Ann Jones', 'Carol'], ['Carol', 'Ann will send the contract draft by tomorrow.']),
    ).toMatchObject([{ owner: null }])
  })

  it.each([
    'Let me share my screen for a second.',
    'Can you hear me well over there?',
    'If you send the contract by Friday, we lose a week.',
    'I would have sent the offer by Friday.',
    'Do you know who reviews the contract by Friday?',
    "I'll start with the agenda of today.",
    "I'll ask you another question about the warehouse.",
    'Could you provide some color on the margins in Turin?',
    "I'll give more details on this shortly, by the way.",
    "We're going to send the contract draft this week, and then",
  ])('not: %s', (text) => {
    expect(itemsOf(['Ann', 'Bob'], ['Ann', text])).toEqual([])
  })
})

describe('open questions', () => {
  const question = 'Who is going to pay for the second prototype of the scanner?'
  it.each([
    ['nobody answers', [['Ann', question]]],
    [
      'somebody shrugs at',
      [
        ['Ann', question],
        ['Bob', "Good question, I don't know."],
        ['Ann', 'Fine.'],
      ],
    ],
    [
      'is put off',
      [
        ['Ann', question],
        ['Bob', "Let's take that offline with the finance people."],
      ],
    ],
    [
      'is said to be open',
      [
        ['Ann', 'It remains unclear who pays for the second prototype.'],
        ['Bob', 'Yes.'],
      ],
    ],
  ] as [string, Turn[]][])('one that %s', (_, turns) => {
    expect(extractOpenQuestions(sentences(...turns))).toHaveLength(1)
  })

  it.each([
    [
      'is answered',
      [
        ['Ann', question],
        ['Bob', 'The finance team of the Rotterdam office pays for it.'],
      ],
    ],
    [
      'gets a yes',
      [
        ['Ann', 'Did the finance team pay for the second prototype?'],
        ['Bob', 'Yes.'],
      ],
    ],
    [
      'its asker answers',
      [
        ['Ann', `${question} The finance team does, of course.`],
        ['Ann', 'So that is settled.'],
        ['Bob', 'Hm.'],
      ],
    ],
    [
      'is a courtesy',
      [
        ['Ann', 'Does anybody have any questions about the scanner prototype in Rotterdam?'],
        ['Bob', "I don't know."],
      ],
    ],
  ] as [string, Turn[]][])('not one that %s', (_, turns) => {
    expect(extractOpenQuestions(sentences(...turns))).toEqual([])
  })
})

describe('due dates', () => {
  it.each([
    ['by Friday', '2026-04-17'],
    ['by Thursday', '2026-04-23'],
    ['by Monday next week', '2026-04-20'],
    ['tomorrow morning', '2026-04-17'],
    ['the day after tomorrow', '2026-04-18'],
    ['in three days', '2026-04-19'],
    ['by the end of the day', '2026-04-16'],
    ['by the end of the month', '2026-04-30'],
    ['by the end of March', '2027-03-31'],
    ['by the 15th', '2026-05-15'],
    ['on the 3rd of May', '2026-05-03'],
    ['by March 3rd', '2027-03-03'],
    ['on 4 May 2028', '2028-05-04'],
    ['by 2026-05-01', '2026-05-01'],
    // Words that leave a choice, and a day there is not.
    ['by next Friday', null],
    ['by next week', null],
    ['in two weeks', null],
    ['by the next meeting', null],
    ['by the end of the week', null],
    ['by February 30th', null],
    ['by the eleventh of December', '2026-12-11'],
    ['by December the twenty-first', '2026-12-21'],
    ['by the thirtieth', '2026-04-30'],
    ['by the middle of next month', null],
    ['at the beginning of May', null],
  ])('%s is %s', (said, date) => {
    expect(dueIn(`Send it ${said}, please`, THURSDAY)).toEqual({ said, date })
  })

  it('a weekday with an article is no due date', () => {
    expect(dueIn("I'll send the calculation for the Thursday to Hana", THURSDAY)).toBeNull()
    expect(dueIn("I'll do the Friday list tomorrow", THURSDAY)?.said).toBe('tomorrow')
    expect(dueIn("Friday, I'll send it", THURSDAY)).toEqual({ said: 'Friday', date: '2026-04-17' })
  })

  it('a weekday without a preposition yields to another date', () => {
    expect(dueIn("Monday is full, so I'll send it by Friday", THURSDAY)?.said).toBe('by Friday')
  })

  it.each(['I may send it', 'in a second', 'by the third week', 'March on', 'version 4.5', 'on the agenda'])(
    '%s is none',
    (text) => {
      expect(dueIn(text, THURSDAY)).toBeNull()
    },
  )

  it('in the next month can be in the next year', () => {
    expect(dueIn('Send it by the 5th, please', new Date('2026-12-10T09:00:00Z'))?.date).toBe('2027-01-05')
  })

  it('names a day without knowing today only where the words hold all of it', () => {
    expect(dueIn('by Friday', undefined)).toEqual({ said: 'by Friday', date: null })
    expect(dueIn('on 4 May 2028', undefined)).toEqual({ said: 'on 4 May 2028', date: '2028-05-04' })
  })
})

describe('readable speech', () => {
  it.each([
    ['Um, so I I think the the scanner is, uh, fine.', 'I think the scanner is fine.'],
    ['Yeah, well, we can we can use th the warehouse, you know.', 'We can use the warehouse.'],
    ['Right now the price is four hundred.', 'Right now the price is four hundred.'],
    ['Das Gehäuse ist aus Holz.', 'Das Gehäuse ist aus Holz.'],
    ['I will donate .10 of my .30 dollars , please .', 'I will donate .10 of my .30 dollars, please.'],
    ['um, uh…', ''],
  ])('%s', (said, read) => {
    expect(cleanSentence(said)).toBe(read)
  })
})
