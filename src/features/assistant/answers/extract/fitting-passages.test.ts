import { describe, expect, it } from 'vitest'
import { parseQuestion } from '../../../text/passage-ranking/index.ts'
import type { ReadText } from '../text.ts'
import { answerWithVerdict } from './extractive.ts'
import { orderByDate } from './fitting-passages.ts'
import { classifyQuestion, statesDate } from './kind.ts'

type Said = readonly [speaker: string, text: string]

/** Answer from one text that a search has chosen, as one string, and whether it is confident. */
const answer = (prompt: string, ...said: readonly Said[]) => answerFrom(true, prompt, said)

function answerFrom(fromMany: boolean, prompt: string, said: readonly Said[]): { text: string; isConfident: boolean } {
  const lines = said.map(([speaker, text], segment) => ({
    ...{ segment, speaker, text, start: segment * 5, end: segment * 5 + 4 },
  }))
  const read: ReadText = {
    ...{ kind: 'conversation', id: 'c', title: 'First call', at: null, lines, blocks: [{ from: 0, to: lines.length }] },
    ...{ weight: 1, answerability: 1, place: lines.map(() => 1), question: parseQuestion(prompt, ['Ann', 'Bob']) },
  }
  const { parts, isConfident } = answerWithVerdict(classifyQuestion(prompt), prompt, [read], { fromMany })
  return { text: parts.map((part) => part.text).join(''), isConfident: isConfident && parts.length > 0 }
}

const TRAINING: readonly Said[] = [
  ['Ann', 'How long until I can do it without you, with the training?'],
  ['Bob', 'The training is two mornings.'],
  ['Ann', 'And when I am on holiday, my brother does it.'],
  ['Bob', 'Then we need a longer training, and I would talk to your brother.'],
]

it('passages of a question about the past keep their order', () => {
  const passages = [] as const
  expect(orderByDate('When did the new warehouse open?', passages)).toBe(passages)
  expect(orderByDate('When does the new warehouse open?', passages)).not.toBe(passages)
})

describe('passages of a question for a list', () => {
  const EXPENSIVE: readonly Said[] = [
    ['Ann', 'The rate for these clothes is fifty dollars.'],
    ['Bob', 'That is kind of expensive, and I can not afford it.'],
    ['Ann', 'Yes, it is expensive.'],
  ]
  it.each([
    ['Which flights were too expensive?', false],
    ['Which clothes were too expensive?', true],
    ['Which flight is expensive?', false],
  ])('contain most of its words among many calls: %s', (prompt, isConfident) => {
    expect(answer(prompt, ...EXPENSIVE).isConfident).toBe(isConfident)
  })

  it('of one call are shown in any case', () => {
    expect(answerFrom(false, 'Which flights were too expensive?', EXPENSIVE).isConfident).toBe(true)
  })
})

describe('passages of a question for a value', () => {
  it('state it, if one of them does', () => {
    const { text } = answer('How long is the training?', ...TRAINING)
    expect(text).toContain('two mornings')
    expect(text).not.toContain('longer training')
  })

  it('state the amount for the thing that the question names, by any word for it', () => {
    const said: readonly Said[] = [
      ['Ann', 'Which trucks do you mean, and at what price?'],
      ['Bob', 'The price of the onboarding is five thousand dollars, and trucks are included.'],
      ['Bob', 'What I can do is a price of forty-six dollars a vehicle.'],
    ]
    expect(answer('What is the final price per truck?', ...said).text).toContain('forty-six')
    expect(answer('What is the final price per truck?', ...said.slice(0, 2)).isConfident).toBe(false)
  })

  it('can state a discount without that word', () => {
    const { text, isConfident } = answer(
      'How much discount for two years?',
      ['Ann', 'In the draft it says the list price of the day, minus the volume discount.'],
      ['Ann', 'And if we wanted two years?'],
      ['Bob', 'Another five percent off, about fifteen hundred a year.'],
    )
    expect(text).toContain('Another five percent off')
    expect(isConfident).toBe(true)
  })

  it.each([true, false])('are about a thing of the question (search: %s)', (fromMany) => {
    const said: readonly Said[] = [
      ['Ann', 'Thanks for coming after your shift. Are you still okay for half an hour?'],
      ['Bob', 'Sure.'],
      ...Array.from({ length: 12 }, (_, at): Said => ['Ann', `We spoke about subject ${at}.`]),
      ['Bob', 'Nine days for a high one is long.'],
    ]
    const isAnswered = (...given: readonly Said[]) => answerFrom(fromMany, 'How long is a shift?', given).isConfident
    expect(isAnswered(...said)).toBe(false)
    expect(isAnswered(...said, ['Bob', 'A shift is nine hours long.'])).toBe(true)
  })

  it.each([true, false])('state a time, if the question requests one (search: %s)', (fromMany) => {
    const said: readonly Said[] = [['Bob', 'If you put the number into the reference, the customer is found.']]
    const isAnswered = (given: readonly Said[]) =>
      answerFrom(fromMany, 'When was the customer founded?', given).isConfident
    expect(isAnswered(said)).toBe(false)
    expect(isAnswered([['Bob', 'The customer was founded in 1987.']])).toBe(true)
  })

  it('are about the named thing', () => {
    const { text } = answer(
      'What does a cart cost?',
      ['Ann', 'What is overtime costing us?'],
      ['Bob', 'About eleven thousand dollars a month.'],
      ['Ann', 'I know. And we need new ones for the cellar.'],
      ['Bob', 'A cart is two hundred and twenty dollars.'],
    )
    expect(text).toContain('two hundred and twenty')
    expect(text).not.toContain('eleven thousand')
  })

  it('can be a value alone, after the sentence that names the thing', () => {
    const { text, isConfident } = answer(
      'What does Wayloom cost?',
      ['Ann', 'I have an offer here from Wayloom, they are in our new warehouse already. Thirty-six dollars.'],
      ['Bob', 'I understand.'],
    )
    expect(text).toContain('Thirty-six dollars.')
    expect(isConfident).toBe(true)
  })

  it('can be a value alone that somebody says after an interruption', () => {
    const said: readonly Said[] = [
      ['Ann', 'I have an offer here from Wayloom.'],
      ['Bob', 'Go on, please.'],
      ['Ann', 'Thirty-six dollars.'],
      ['Bob', 'That is less than ours, which has the sign-on.'],
    ]
    expect(answer('What does Wayloom cost?', ...said).text).toContain('**“Thirty-six dollars.”**')
  })

  it('aren’t an answer if none of them states it', () => {
    const said: readonly Said[] = [
      ['Ann', 'The app shows whether sending is safe.'],
      ['Bob', 'Before, it said that sending with support is fast.'],
    ]
    expect(answer('How fast is support?', ...said).isConfident).toBe(false)
    expect(answer('How fast is support?', ...said, ['Bob', 'Support answers within 15 minutes.']).isConfident).toBe(
      true,
    )
  })

  it('of “how much” state any amount', () => {
    const said: readonly Said[] = [
      ['Ann', 'You pay a lot of overtime, I hear.'],
      ['Bob', 'We have overtime of twenty-two hours a day.'],
    ]
    const { text, isConfident } = answer('How much overtime do they have?', ...said)
    expect([isConfident, text]).toEqual([true, expect.stringContaining('twenty-two hours')])
  })

  it('are about the version of the question', () => {
    const said: readonly Said[] = [
      ['Ann', 'The release with the reasons is planned for the end of next month.'],
      ['Bob', 'Four point two point three was released on Friday.'],
    ]
    expect(answer('When was 4.2.3 released?', ...said).text).toContain('on Friday')
    expect(answer('When was 4.2.3 released?', ...said).text).not.toContain('next month')
    expect(answer('When was 4.2.4 released?', ...said).isConfident).toBe(false)
  })
})

it.each([
  ['Then we have nine weeks to the peak.', true],
  ['In two weeks, on the Monday.', true],
  ['At ten past six.', true],
  ['Three, yes.', false],
  ['In the peak months twenty-two.', false],
])('whether “%s” states a date: %s', (text, expected) => expect(statesDate(text)).toBe(expected))
